import type { LanguageModelV4 } from "@ai-sdk/provider";
import { endpointOf, modelLabel } from "#lib/chat/model-choice.ts";
import { hostOf, keyFor, originOf } from "#lib/chat/model-settings.ts";
import { FailureError } from "#lib/failure.ts";
import type { ModelLabel } from "../message.ts";
import type { ModelSettings } from "../model-settings.ts";
import type { Price } from "./listing.ts";
import { askPrice, watchPrice } from "./prices.ts";
import { modelSourceById } from "./sources.ts";

export interface LoadedModel {
  readonly model: LanguageModelV4;
  readonly label: ModelLabel;
  /** The price on the endpoint's own list, once it is known. */
  readonly price?: () => Price | undefined;
}

/**
 * Loads the code of the chosen model.
 * @throws FailureError `model-key-missing` where a key is needed and absent, or remembered and locked.
 */
export type LoadModel = (settings: ModelSettings) => Promise<LoadedModel>;

/** Opens a model of any source, with the key that was typed for its endpoint and no other. */
export const loadModel: LoadModel = async (settings) => {
  const { choice, locked = [] } = settings;
  const source = modelSourceById(choice.source);
  const options = endpointOptions(settings);
  const { key, baseUrl: endpoint } = options;
  const isKeyNeeded = source.needs.includes("key") && !source.needs.includes("base-url");
  const isLocked = locked.includes(originOf(endpoint ?? "") ?? "");
  if (key === "" && (isKeyNeeded || isLocked)) {
    const provider = hostOf(endpoint ?? source.label);
    throw new FailureError({ code: "model-key-missing", provider, ...(isLocked && { isLocked }) });
  }
  const model = await source.open({ ...options, model: choice.model });
  return { model, label: modelLabel(choice), price: watchPrice(source, choice.model, options) };
};

/**
 * The price of the chosen model on its endpoint's own list, which is fetched; `undefined` where the list does not say.
 * Never rejects.
 */
export function listedPrice(settings: ModelSettings): Promise<Price | undefined> {
  const { choice } = settings;
  return askPrice(modelSourceById(choice.source), choice.model, endpointOptions(settings));
}

function endpointOptions({ choice, keys }: ModelSettings) {
  const endpoint = endpointOf(choice);
  return {
    key: keyFor(keys, endpoint),
    ...(endpoint !== undefined && { baseUrl: endpoint }),
    fetch: fetchWithoutUserAgent,
    isPage: true,
  };
}

/**
 * `fetch` without the SDK's `User-Agent` header. Chromium drops it; Firefox and Safari send it, and then the preflight
 * fails at servers that do not expect it.
 */
export const fetchWithoutUserAgent: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.delete("user-agent");
  return fetch(input, { ...init, headers });
};
