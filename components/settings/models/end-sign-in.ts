import { originOf } from "#lib/chat/model-settings.ts";
import { askEndpoint } from "#lib/chat/models/ask-endpoint.ts";
import { finishSignIn, returnAddress } from "#lib/chat/models/openrouter-sign-in.ts";
import { openrouter } from "#lib/chat/models/sources/openrouter.ts";
import { failureOrThrow } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { keepModels, keptModels } from "#lib/models/kept-models.ts";
import { takePendingSignIn } from "#lib/models/pending-sign-in.ts";

/** The result of a sign-in. `returnTo`: where to continue; `why`: what went wrong, in sentences. */
export interface SignInEnd {
  readonly returnTo: string;
  readonly why?: string;
}

/** Exchanges the code in the return address for a key, and chooses a model for it: a free one, if there is one. */
export async function endSignIn(search: string, signal: AbortSignal): Promise<SignInEnd> {
  const pending = takePendingSignIn();
  const returnTo = returnAddress(pending, location.origin);
  try {
    const result = await finishSignIn(search, pending, signal);
    if ("refused" in result) return { returnTo, why: result.refused };
    await choose(result.key, signal);
    return { returnTo };
  } catch (caught) {
    const failure = failureOrThrow(caught);
    const { what } = failureParts(failure);
    return { returnTo, why: `${what} Sign in again, or paste a key in Settings.` };
  }
}

async function choose(key: string, signal: AbortSignal): Promise<void> {
  const { choice, keys } = keptModels();
  const origin = originOf(openrouter.endpoint ?? "") ?? "";
  const model = choice.source === "openrouter" ? choice.model : await usualModel(key, signal);
  keepModels({ choice: { source: "openrouter", model }, keys: { ...keys, [origin]: key } });
}

/** The model chosen after signing in; if the list cannot be fetched, OpenRouter's own choice among the free models. */
async function usualModel(key: string, signal: AbortSignal): Promise<string> {
  const answer = await askEndpoint({ source: "openrouter" }, key, signal);
  return ("code" in answer ? undefined : answer.usual) ?? openrouter.usualModel ?? "";
}
