import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { SourceId } from "../model-settings.ts";

/** What a source is asked to open. */
export interface SourceOptions {
  /** As the source writes it. */
  readonly model: string;
  /** Empty where none is needed. */
  readonly key: string;
  /** Up to and including the version; the provider's own address when absent. */
  readonly baseUrl?: string;
  readonly fetch?: typeof fetch;
  /** Whether the call comes from a page, where one provider wants to hear that this is meant. */
  readonly isPage?: boolean;
}

/** A model that a source can open, as the source lists it. */
export interface ListedModel {
  readonly model: string;
  readonly label?: string;
  /** What it takes in, in tokens. */
  readonly window?: number;
}

/** What a person must say to use a source. */
export type SourceNeed = "model" | "key" | "base-url";

/**
 * Where models come from. One file a source, listed in `sources.ts`: it holds words and small code, and brings its
 * provider's package with `import()` when it is opened.
 */
export interface ModelSource {
  readonly id: SourceId;
  readonly label: string;
  /** Whom it is for and what answers, in a sentence. */
  readonly about: string;
  /** What it costs, in one sentence: money, what is downloaded, and who gets to read what is said. */
  readonly costs: string;
  readonly needs: readonly SourceNeed[];
  /** A name to begin with, an alias rather than a dated model; absent where the person must know one. */
  readonly usualModel?: string;
  /** @throws what its package throws; `modelFailure` words it */
  open(options: SourceOptions): Promise<LanguageModelV4>;
  /** The models of its endpoint, at most `mostListed`; absent where it cannot be asked. */
  list?(options: Omit<SourceOptions, "model">, signal: AbortSignal): Promise<readonly ListedModel[]>;
}

export interface Wrapping {
  /** The call as it goes out. */
  readonly prepare?: (options: LanguageModelV4CallOptions) => LanguageModelV4CallOptions;
  /** Made anew for each call: what the parts go through on their way in. */
  readonly read?: () => TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>;
}

/** `model` with its calls and answers changed on the way. (The SDK's own way would bring the SDK along.) */
export function wrapModel(model: LanguageModelV4, { prepare = (options) => options, read }: Wrapping): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(prepare(options)),
    async doStream(options) {
      const result = await model.doStream(prepare(options));
      return read ? { ...result, stream: result.stream.pipeThrough(read()) } : result;
    },
  };
}

/** Models that are taken from one list: the longest one known has some five hundred. */
const mostListed = 2000;
/** Milliseconds that a list may take. */
const listDeadline = 20_000;

/**
 * The entries of a list that an endpoint answers with as JSON, each read by `read`, which leaves out what it cannot use.
 * @throws APICallError-like objects are not made here: a bad status is an `Error` with the status in its message
 */
export async function listedBy(
  request: { readonly url: string; readonly headers: Record<string, string>; readonly fetch?: typeof fetch },
  read: (entry: Readonly<Record<string, unknown>>) => ListedModel | undefined,
  signal: AbortSignal,
): Promise<readonly ListedModel[]> {
  const { url, headers, fetch: ask = fetch } = request;
  const response = await ask(url, { headers, signal: AbortSignal.any([signal, AbortSignal.timeout(listDeadline)]) });
  if (!response.ok) throw new Error(`the list of models was refused with status ${response.status}`);
  const body: unknown = await response.json();
  const { data, models } = Object(body) as { readonly data?: unknown; readonly models?: unknown };
  const entries: unknown[] = [data, models].find(Array.isArray) ?? [];
  return entries.slice(0, mostListed).flatMap((entry) => {
    const model = typeof entry === "object" && entry !== null ? read(entry as Record<string, unknown>) : undefined;
    return model ?? [];
  });
}

/** An entry of a list in OpenAI's form. */
export function openAiEntry({ id, name, context_length }: Readonly<Record<string, unknown>>): ListedModel | undefined {
  if (typeof id !== "string" || id === "") return undefined;
  return {
    model: id,
    ...(typeof name === "string" && { label: name }),
    ...(typeof context_length === "number" && { window: context_length }),
  };
}

/** Without a slash at its end, so that a path can follow. */
export function withoutSlash(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, "");
}
