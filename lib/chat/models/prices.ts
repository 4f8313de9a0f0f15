import type { TokenUsage } from "../message.ts";
import type { Price } from "./listing.ts";
import type { EndpointOptions, ModelSource } from "./source.ts";

/** The answers of lists, by endpoint and model: each is asked once per page. */
const asked = new Map<string, Promise<Price | undefined>>();

/**
 * A model's price on its endpoint's own list, which is fetched in the background: `undefined` until the list has
 * answered, and where it does not say. There is no other source of prices.
 */
export function watchPrice(source: ModelSource, model: string, options: EndpointOptions): () => Price | undefined {
  let price: Price | undefined;
  void askPrice(source, model, options).then((found) => {
    price = found;
  });
  return () => price;
}

/** As `watchPrice`, but resolves once the list has answered. Never rejects. */
export async function askPrice(
  source: ModelSource,
  model: string,
  options: EndpointOptions,
): Promise<Price | undefined> {
  if (!source.listsPrices || !source.list) return undefined;
  const key = JSON.stringify([source.id, options.baseUrl, model]);
  const asking = asked.get(key) ?? priceIn(source, model, options);
  asked.set(key, asking);
  try {
    return await asking;
  } catch {
    // Answers do not depend on the price: the page shows that it is unknown. The list is asked again with the next answer.
    asked.delete(key);
    return undefined;
  }
}

/** Rejects where the list cannot be had. One without the price is had: some have megabytes, too much for each answer. */
async function priceIn(source: ModelSource, model: string, options: EndpointOptions): Promise<Price | undefined> {
  const listed = await source.list?.(options, AbortSignal.timeout(deadline));
  return listed?.find((one) => one.model === model)?.price;
}

/** Milliseconds within which a list must answer. */
const deadline = 20_000;

/** The cost of these tokens in dollars; `undefined` where the provider did not report them. */
export function costOf(usage: TokenUsage, price: Price | undefined): number | undefined {
  const { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0 } = usage;
  if (!price || inputTokens === undefined || outputTokens === undefined) return undefined;
  const { input, output, cached = input, cacheWrite = input } = price;
  const plain = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens);
  const inMillions = plain * input + cachedTokens * cached + cacheWriteTokens * cacheWrite + outputTokens * output;
  return inMillions / 1_000_000;
}
