import type { Entry, ListedModel } from "../listing.ts";
import { type EndpointOptions, type ModelSource, withoutSlash, wrapModel } from "../source.ts";

const endpoint = "https://openrouter.ai/api/v1";

/** OpenRouter by its own package, which passes `reasoning_details` both ways, whoever the model's maker is. */
export const openrouter: ModelSource = {
  id: "openrouter",
  label: "OpenRouter",
  about: "Models from most makers, free or paid. Sign in to use them.",
  costs: {
    money: "Free or billed, by model",
    privacy: "read by openrouter.ai and the model's host; free models may train on it",
  },
  needs: ["model", "key"],
  keysPage: "https://openrouter.ai/settings/keys",
  endpoint,
  speaksOpenAi: true,
  signsIn: true,
  listsPrices: true,
  // OpenRouter's own choice among the models that are currently free.
  usualModel: "openrouter/free",
  async open({ model, key, baseUrl, fetch }) {
    const [{ createOpenRouter }, { wiredModel }, { withCacheMarks }] = await Promise.all([
      import("@openrouter/ai-sdk-provider"),
      import("../wired-model.ts"),
      import("../prompt-caching.ts"),
    ]);
    const baseURL = withoutSlash(baseUrl ?? endpoint);
    const make = (request: typeof globalThis.fetch) =>
      createOpenRouter({ apiKey: key, baseURL, compatibility: "strict", fetch: request }).chat(model);
    const wired = wiredModel(make, fetch);
    // The makers of other models cache without marks.
    if (!/^~?anthropic\//.test(model)) return wired;
    return wrapModel(wired, { prepare: (options) => withCacheMarks(options, "openrouter") });
  },
  async list(options, signal) {
    const { isFree, listedBy, openAiEntry } = await import("../listing.ts");
    const url = `${addressOf(options)}/models?supported_parameters=tools`;
    const listed = (entry: Entry) => withPrice(openAiEntry(entry), entry);
    const models = await listedBy({ ...options, url, headers: {} }, listed, signal);
    // Free models first; the newest first among the free and among the others.
    return models.toSorted(
      (one, other) => Number(isFree(other)) - Number(isFree(one)) || (other.created ?? 0) - (one.created ?? 0),
    );
  },
  async check(options, signal) {
    const { askJson } = await import("../listing.ts");
    const headers = { authorization: `Bearer ${options.key}` };
    const answer = Object(await askJson({ ...options, url: `${addressOf(options)}/key`, headers }, signal));
    const { limit_remaining: left } = Object(answer.data) as { readonly limit_remaining?: unknown };
    return typeof left === "number" ? `${left.toFixed(2)} dollars left on the key's limit` : undefined;
  },
};

function addressOf({ baseUrl }: EndpointOptions): string {
  return withoutSlash(baseUrl ?? endpoint);
}

function withPrice(listed: ListedModel | undefined, entry: Entry): ListedModel | undefined {
  const { prompt, completion, input_cache_read, input_cache_write } = Object(entry.pricing) as Entry;
  const [input, output] = [dollars(prompt), dollars(completion)];
  if (!listed || input === undefined || output === undefined) return listed;
  const [cached, cacheWrite] = [dollars(input_cache_read), dollars(input_cache_write)];
  const ofCache = { ...(cached !== undefined && { cached }), ...(cacheWrite !== undefined && { cacheWrite }) };
  return { ...listed, price: { input, output, ...ofCache } };
}

/** Dollars per million tokens from OpenRouter's price per token, a text; `undefined` where it is missing or varies. */
function dollars(price: unknown): number | undefined {
  if (typeof price !== "string" || !/^\d+(\.\d+)?(e-?\d+)?$/i.test(price)) return undefined;
  return Number(price) * 1_000_000;
}
