import type { Failure } from "#lib/failure.ts";
import { endpointOf } from "../model-choice.ts";
import { hostOf, type ModelChoice } from "../model-settings.ts";
import { isFree, type ListedModel } from "./listing.ts";
import { fetchWithoutUserAgent } from "./load-model.ts";
import { modelFailure } from "./model-failure.ts";
import type { ModelSource } from "./source.ts";
import { modelSourceById } from "./sources.ts";

/** An endpoint's answer to a check with a key. */
export interface EndpointAnswer {
  /** Empty where the endpoint cannot list its models. */
  readonly models: readonly ListedModel[];
  /** The model to begin with, chosen from the list. */
  readonly usual?: string;
  /** What the endpoint says of the account, as a clause. */
  readonly account?: string;
}

/**
 * Asks a choice's endpoint whether it accepts the key, and which models it has. One request, or two where anybody may
 * see the list. Resolves to the failure where the endpoint refuses or is not reached, and to `cancelled` where `signal`
 * aborted.
 */
export async function askEndpoint(
  { source: id, baseUrl }: Pick<ModelChoice, "source" | "baseUrl">,
  key: string,
  signal: AbortSignal,
): Promise<EndpointAnswer | Failure> {
  const source = modelSourceById(id);
  const endpoint = endpointOf({ source: id, ...(baseUrl !== undefined && { baseUrl }) });
  const options = {
    key,
    ...(endpoint !== undefined && { baseUrl: endpoint }),
    fetch: fetchWithoutUserAgent,
    isPage: true,
  };
  try {
    const account = key === "" ? undefined : await source.check?.(options, signal);
    const models = (await source.list?.(options, signal)) ?? [];
    const usual = usualOf(source, models);
    return { models, ...(usual !== undefined && { usual }), ...(account !== undefined && { account }) };
  } catch (caught) {
    const failure = modelFailure(caught, hostOf(endpoint ?? source.label));
    // No model has answered yet: what failed is reading the list of models.
    return failure.code === "model-failed" ? { ...failure, code: "model-unlisted" } : failure;
  }
}

/** The newest model of the source's line, else the usual one where the list has it, else the first of the list. */
function usualOf({ line, usualModel }: ModelSource, models: readonly ListedModel[]): string | undefined {
  const ofLine = models.filter(({ model }) => line?.test(model));
  const newest = ofLine.toSorted((one, other) => (other.created ?? 0) - (one.created ?? 0))[0];
  const usual = models.find(({ model }) => model === usualModel);
  return (newest ?? usual ?? models.find(isFree) ?? models[0])?.model ?? usualModel;
}
