import type { LanguageModelV4, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { requestTokens } from "#lib/chat/request-pieces.ts";
import { estimateTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { FailureError } from "#lib/failure.ts";
import { wrapModel } from "./source.ts";

/** What unattended conversations have spent, or may spend. */
export interface Spending {
  /** Calls of a model. */
  readonly requests: number;
  /** Tokens in and out; estimated where the provider does not report them. */
  readonly tokens: number;
}

/** Counts what several conversations spend from a shared budget. */
export interface Meter extends Spending {
  open(): Metered;
}

export interface Metered {
  /** Calls that this conversation has made. */
  readonly requests: number;
  /** Whether a call of this conversation was refused because the budget is spent. */
  readonly isRefused: boolean;
  /** `model` with its calls counted. */
  wrap(model: LanguageModelV4): LanguageModelV4;
}

/** Creates a meter. Calls under way when the budget runs out are finished and counted; no new one begins after that. */
export function createMeter(budget: Spending): Meter {
  const spent = { requests: 0, tokens: 0 };
  return {
    get requests() {
      return spent.requests;
    },
    get tokens() {
      return spent.tokens;
    },
    open() {
      const own = { requests: 0, isRefused: false };
      const wrap = (model: LanguageModelV4) => {
        let estimate = 0;
        return wrapModel(model, {
          prepare: (options) => {
            own.isRefused = spent.requests >= budget.requests || spent.tokens >= budget.tokens;
            if (own.isRefused) throw new FailureError({ code: "cancelled" });
            spent.requests++;
            own.requests++;
            estimate = requestTokens(options);
            return options;
          },
          read: () => tallying(estimate, (tokens) => (spent.tokens += tokens)),
        });
      };
      return Object.assign(own, { wrap });
    },
  };
}

/** Passes an answer through, and reports its tokens when it ends in any way. */
function tallying(estimate: number, add: (tokens: number) => void) {
  let output = 0;
  let usage: LanguageModelV4Usage | undefined;
  const tell = () => add((usage?.inputTokens.total ?? estimate) + (usage?.outputTokens.total ?? output));
  const transformer: Transformer<LanguageModelV4StreamPart, LanguageModelV4StreamPart> & { cancel(): void } = {
    transform(part, controller) {
      if (part.type === "finish") usage = part.usage;
      else if ("delta" in part) output += estimateTokens(part.delta);
      controller.enqueue(part);
    },
    flush: tell,
    cancel: tell,
  };
  return new TransformStream(transformer);
}
