import type { LanguageModelV4 } from "@ai-sdk/provider";
import { unlessAborted } from "#lib/async/unless-aborted.ts";
import { FailureError } from "#lib/failure.ts";
import { type TextMessage, type TextModel, withPromptedTools } from "./prompted-tools.ts";
import { builtInModel } from "./source.ts";

/** The browser's `LanguageModel` (webmachinelearning.github.io/prompt-api), as far as it is used here. */
export interface PromptApi {
  availability(options: ApiOptions): Promise<string>;
  create(options: ApiOptions & CreateOptions): Promise<PromptSession>;
}

interface ApiOptions {
  readonly expectedInputs: readonly { readonly type: "text"; readonly languages: readonly string[] }[];
  readonly expectedOutputs: ApiOptions["expectedInputs"];
}

interface CreateOptions {
  readonly initialPrompts?: readonly TextMessage[];
  readonly signal?: AbortSignal;
  readonly monitor?: (monitor: EventTarget) => void;
}

interface PromptSession {
  /** Tokens; older versions call it `inputQuota`. */
  readonly contextWindow?: number;
  readonly inputQuota?: number;
  promptStreaming(text: string, options: { readonly signal?: AbortSignal }): ReadableStream<string>;
  destroy(): void;
}

/**
 * The same options for every call: a browser states availability for exactly these. English is the language of the
 * lab's prompts.
 */
const english: ApiOptions = {
  expectedInputs: [{ type: "text", languages: ["en"] }],
  expectedOutputs: [{ type: "text", languages: ["en"] }],
};

const provider = "this browser";

/** The availability of the browser's own model, before anything is downloaded. */
export type BuiltInStanding = "missing" | "unavailable" | "downloadable" | "downloading" | "available";

/** Milliseconds without progress after which a download is given up. */
const longestSilence = 120_000;
/** Milliseconds within which the browser must report availability. */
const longestQuestion = 10_000;

function promptApi(): PromptApi | undefined {
  const { LanguageModel } = globalThis as { readonly LanguageModel?: unknown };
  return typeof LanguageModel === "function" || typeof LanguageModel === "object"
    ? ((LanguageModel as PromptApi | null) ?? undefined)
    : undefined;
}

/** Never rejects: a browser that does not answer, or not in a known way, counts as having no model. */
export async function builtInStanding(api = promptApi()): Promise<BuiltInStanding> {
  if (!api) return "missing";
  const answer = unlessAborted(Promise.resolve(api.availability(english)), AbortSignal.timeout(longestQuestion));
  const standing = await answer.catch(() => "unavailable");
  return standing === "downloadable" || standing === "downloading" || standing === "available"
    ? standing
    : "unavailable";
}

export interface Preparing {
  /** Receives the progress, from 0 to 1. The browser rounds it, and reports no bytes. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
  /** Milliseconds without progress until the download is given up; for tests. */
  readonly silence?: number;
}

/**
 * Makes the browser download its model where it has not yet. Call it only on a person's click: browsers refuse it
 * otherwise. Resolves to the context window in tokens, where the browser reports it. A download without progress for
 * two minutes is given up.
 * @throws FailureError `cancelled`, or `model-absent` with the reason
 */
export async function prepareBuiltIn(
  { onProgress, signal, silence = longestSilence }: Preparing,
  api = promptApi(),
): Promise<number | undefined> {
  if (!api) throw absent("it has none");
  const stopping = new AbortController();
  let giveUp: ReturnType<typeof setTimeout> | undefined;
  const patient = () => {
    clearTimeout(giveUp);
    giveUp = setTimeout(() => stopping.abort(absent(stalled(silence))), silence);
  };
  const ended = AbortSignal.any([signal, stopping.signal]);
  patient();
  try {
    // Not every browser heeds the signal.
    const session = await unlessAborted(
      api.create({
        ...english,
        signal: ended,
        monitor: (monitor) =>
          monitor.addEventListener("downloadprogress", (event) => {
            patient();
            const { loaded } = event as ProgressEvent;
            if (loaded >= 0 && loaded <= 1) onProgress(loaded);
          }),
      }),
      ended,
    );
    const window = session.contextWindow ?? session.inputQuota;
    session.destroy();
    return window !== undefined && window > 0 && Number.isFinite(window) ? Math.floor(window) : undefined;
  } catch (caught) {
    throw failureOfBuiltIn(caught, signal);
  } finally {
    clearTimeout(giveUp);
  }
}

function stalled(silence: number): string {
  return `the browser made no progress with the download for ${Math.round(silence / 1000)} seconds; it may continue on its own, so check again later`;
}

function absent(detail: string): FailureError {
  return new FailureError({ code: "model-absent", provider, detail });
}

/** The failure that an error of the Prompt API stands for. */
function failureOfBuiltIn(caught: unknown, signal: AbortSignal | undefined): FailureError {
  if (signal?.aborted) return new FailureError({ code: "cancelled" }, { cause: caught });
  if (caught instanceof FailureError) return caught;
  const { name, message = "" } = Object(caught) as Partial<DOMException>;
  // Now an error class of its own; older versions throw a DOMException of that name.
  if (name === "QuotaExceededError")
    return new FailureError({ code: "model-too-long", provider, said: message }, { cause: caught });
  const detail = reasons[name ?? ""] ?? (message || "it gave no reason");
  return new FailureError({ code: "model-absent", provider, detail }, { cause: caught });
}

/** Plain sentences for errors whose own messages are meant for programmers. */
const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: "the browser needs a click to download it, or blocks it on this page",
  NotSupportedError: "it lacks a feature that the lab needs",
  NetworkError: "it could not be downloaded: check that you are online and have 22 GB of free disk",
};

/**
 * The browser's model. It must be ready: nothing is downloaded during an answer.
 * @throws FailureError `model-absent`
 */
export async function createBrowserModel(api = promptApi()): Promise<LanguageModelV4> {
  const standing = await builtInStanding(api);
  if (!api || standing !== "available") throw absent(notReady[standing]);
  return withPromptedTools(textModel(api));
}

const notReady: Readonly<Record<BuiltInStanding, string>> = {
  missing: "this browser has none",
  unavailable: "this device does not have what it needs",
  downloadable: "it has not been downloaded yet",
  downloading: "it is still being downloaded",
  available: "it is ready",
};

function textModel(api: PromptApi): TextModel {
  return {
    provider,
    modelId: builtInModel,
    async *answer(messages, signal) {
      let session: PromptSession | undefined;
      try {
        const options = signal ? { signal } : {};
        session = await api.create({ ...english, ...options, initialPrompts: messages.slice(0, -1) });
        const reader = session.promptStreaming(messages.at(-1)?.content ?? "", options).getReader();
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          yield value;
        }
      } catch (caught) {
        throw failureOfBuiltIn(caught, signal);
      } finally {
        // Ends generation where the answer was not read to its end.
        session?.destroy();
      }
    },
  };
}
