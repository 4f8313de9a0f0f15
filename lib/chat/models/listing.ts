import { APICallError } from "@ai-sdk/provider";
import { isShallowText, parseJson } from "#lib/plain-json.ts";
import { WrongAnswer, withoutRedirects } from "./wire-fetch.ts";

/** Dollars per million tokens, in and out, and for those that come from a cache or go into one, where these differ. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cached?: number;
  readonly cacheWrite?: number;
}

/** A model that a source can open, as the source lists it. */
export interface ListedModel {
  readonly model: string;
  readonly label?: string;
  /** Size of its context window, in tokens. */
  readonly window?: number;
  /** Absent where the list does not say. */
  readonly price?: Price;
  /** Since when there is it, in milliseconds since 1970. */
  readonly created?: number;
}

/** Entries that are taken from one list: the longest known has some five hundred. */
const mostListed = 20_000;
/** Characters of an answer: the longest known list has three million. */
const longestAnswer = 32_000_000;
/** Characters that are kept of an answer that is a refusal. */
const longestRefusal = 20_000;
/** Milliseconds that an answer may take. */
const deadline = 20_000;

export interface Asking {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch | undefined;
}

/** What an entry of a list holds, before anything of it is believed. */
export type Entry = Readonly<Record<string, unknown>>;

/**
 * The models of a list that an endpoint answers with as JSON, each read by `read`, which leaves out what is no model for a
 * conversation. Names that could not be typed, second ones, and what passes `mostListed` are left out too.
 * @throws APICallError with the provider's own words, or what `askJson` throws
 */
export async function listedBy(
  asking: Asking,
  read: (entry: Entry) => ListedModel | undefined,
  signal: AbortSignal,
): Promise<readonly ListedModel[]> {
  const { data, models } = Object(await askJson(asking, signal)) as {
    readonly data?: unknown;
    readonly models?: unknown;
  };
  // Ollama without a model says `null`.
  const entries: unknown[] | undefined = data === null ? [] : [data, models].find(Array.isArray);
  if (!entries) throw new Error("its answer holds no list of models");
  const found = new Map<string, ListedModel>();
  for (const entry of entries.slice(0, mostListed)) {
    const listed = typeof entry === "object" && entry !== null ? read(entry as Entry) : undefined;
    if (listed && isTypeable(listed.model) && !found.has(listed.model)) found.set(listed.model, presentable(listed));
  }
  return [...found.values()];
}

/**
 * What an endpoint answers to a question without a body.
 * @throws APICallError where it refuses; an Error with a clause for a message where what it says is not JSON, too much, or
 * comes too late; what `fetch` throws where it is not reached, or `signal` says so
 */
export async function askJson({ url, headers, fetch: ask = fetch }: Asking, signal: AbortSignal): Promise<unknown> {
  const late = AbortSignal.timeout(deadline);
  try {
    const response = await withoutRedirects(ask)(url, { headers, signal: AbortSignal.any([signal, late]) });
    if (!response.ok) throw await refusal(url, response);
    const text = await textOf(response, longestAnswer);
    const body = parsed(text);
    if (body === undefined && text.trimStart().startsWith("<")) throw new WrongAnswer("page");
    if (body === undefined) throw new Error("its answer is not JSON");
    return body;
  } catch (caught) {
    if (late.aborted && !signal.aborted)
      throw new Error(`it did not answer within ${deadline / 1000} seconds`, { cause: caught });
    throw caught;
  }
}

/** An answer that is no, as the SDK has such, so that `modelFailure` words it. */
export async function refusal(url: string, response: Response): Promise<APICallError> {
  const responseBody = await textOf(response, longestRefusal).catch(() => "");
  return new APICallError({
    message: response.statusText || `status ${response.status}`,
    url,
    requestBodyValues: {},
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody,
  });
}

/** The text of an answer. @throws Error where it is longer than `limit` characters */
async function textOf({ body }: Response, limit: number): Promise<string> {
  if (!body) return "";
  let text = "";
  // The DOM's own types know the decoder as one of any buffers, streams as those of their own.
  for await (const piece of iterate(body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>))) {
    text += piece;
    if (text.length > limit) throw new Error(`its answer has more than ${limit / 1_000_000} million characters`);
  }
  return text;
}

/** The pieces of a stream, which ends when they are no longer asked for. (Safari's streams cannot be iterated themselves.) */
async function* iterate<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Not waited for: a host that never ends must not hold up who has had enough.
    void reader.cancel().catch(() => undefined);
  }
}

function parsed(text: string): unknown {
  return isShallowText(text) ? parseJson(text) : undefined;
}

/** Whether a name could stand in a request and in a text box as it is seen: no blanks, nothing invisible. */
function isTypeable(name: string): boolean {
  return name.length <= 200 && /^[^\s\p{C}]+$/u.test(name);
}

/** Its label as one short line without anything that cannot be seen, and only figures that are some. */
function presentable({ model, label, window, price, created }: ListedModel): ListedModel {
  const name = label?.replace(/[\s\p{C}]+/gu, " ").trim();
  const isPrice = price !== undefined && Object.values(price).every((dollars) => dollars >= 0);
  return {
    model,
    ...(name && name !== model && { label: name.slice(0, 80) }),
    ...(window !== undefined && window > 0 && { window }),
    ...(isPrice && { price }),
    ...(created !== undefined && created > 0 && { created }),
  };
}

/** An entry of a list in OpenAI's form, with what OpenRouter adds to it. */
export function openAiEntry({ id, name, context_length, created }: Entry): ListedModel | undefined {
  if (typeof id !== "string") return undefined;
  return {
    model: id,
    ...(typeof name === "string" && { label: name }),
    ...(typeof context_length === "number" && { window: context_length }),
    ...(typeof created === "number" && { created: created * 1000 }),
  };
}

/** Whether it costs nothing; one whose price is not told is not free. */
export function isFree({ price }: ListedModel): boolean {
  return price?.input === 0 && price.output === 0;
}

/** The models whose name or label holds every word of `search`, in the order of the list. */
export function foundIn(models: readonly ListedModel[], search: string): readonly ListedModel[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter(({ model, label = "" }) => {
    const text = `${model} ${label}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
