import { APICallError } from "@ai-sdk/provider";
import { isShallowText, parseJson } from "#lib/plain-json.ts";
import { WrongAnswer, withoutRedirects } from "./wire-fetch.ts";

/** Dollars per million tokens, in and out; cache reads and writes where their prices differ. */
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
  /** The model's release time, in milliseconds since 1970. */
  readonly created?: number;
}

/** The most entries taken from one list: the longest known has some five hundred. */
const mostListed = 20_000;
/** The most characters read of an answer: the longest known list has three million. */
const longestAnswer = 32_000_000;
/** Characters that are kept of a refusal. */
const longestRefusal = 20_000;
/** Milliseconds within which an endpoint must answer. */
const deadline = 20_000;

export interface Asking {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch | undefined;
}

/** A raw entry of a list, not yet validated. */
export type Entry = Readonly<Record<string, unknown>>;

/**
 * The models of a list that an endpoint answers as JSON. `read` maps each entry and leaves out what is not a
 * conversation model. Names that could not be typed, repeated names and entries past `mostListed` are left out too.
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
 * An endpoint's JSON answer to a request without a body.
 * @throws APICallError where the endpoint refuses; an Error with a clause as its message where the answer is not JSON,
 * too long or too late; what `fetch` throws where the endpoint is not reached or `signal` aborts
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

/** A refusing response as the SDK's error, so that `modelFailure` words it. */
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
  // The DOM's own types declare the decoder over any buffer and body streams over their own kind.
  for await (const piece of iterate(body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>))) {
    text += piece;
    if (text.length > limit) throw new Error(`its answer has more than ${limit / 1_000_000} million characters`);
  }
  return text;
}

/**
 * The pieces of a stream, which is cancelled when iteration stops. (Safari's streams cannot be iterated themselves.)
 */
async function* iterate<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Not awaited: a host that never ends must not hold up a reader that is done.
    void reader.cancel().catch(() => undefined);
  }
}

function parsed(text: string): unknown {
  return isShallowText(text) ? parseJson(text) : undefined;
}

/** Whether a name can be typed as it is seen: no blanks, nothing invisible. */
function isTypeable(name: string): boolean {
  return name.length <= 200 && /^[^\s\p{C}]+$/u.test(name);
}

/** The model with its label as one short line of visible characters, and without invalid numbers. */
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

/** Reads an entry of a list in OpenAI's form, with OpenRouter's additions. */
export function openAiEntry({ id, name, context_length, created }: Entry): ListedModel | undefined {
  if (typeof id !== "string") return undefined;
  return {
    model: id,
    ...(typeof name === "string" && { label: name }),
    ...(typeof context_length === "number" && { window: context_length }),
    ...(typeof created === "number" && { created: created * 1000 }),
  };
}

/** Whether the model costs nothing; a model without a known price does not count as free. */
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
