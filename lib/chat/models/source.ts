import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { ListedModel } from "./listing.ts";

/** What a source needs to open a model. */
export interface SourceOptions {
  /** The model's name, as the source writes it. */
  readonly model: string;
  /** Empty where none is needed. */
  readonly key: string;
  /** Up to and including the version; the provider's own address when absent. */
  readonly baseUrl?: string;
  readonly fetch?: typeof fetch;
  /** Whether the call comes from a page; one provider requires pages to say so. */
  readonly isPage?: boolean;
}

/** The costs of a source: each a clause, so that they make one line. */
export interface SourceCosts {
  readonly money: string;
  /** What must be downloaded first, and its size; absent where nothing must. */
  readonly download?: string;
  /** Who gets to read the messages, and the files that the model reads. */
  readonly privacy: string;
}

/** The options of a question to a source's endpoint about itself. */
export type EndpointOptions = Omit<SourceOptions, "model">;

/** What a person must provide to use a source. */
export type SourceNeed = "model" | "key" | "base-url";

/** Facts about models by name, from their makers' lists of August 2026. */
export interface ModelFacts {
  readonly names: RegExp;
  /** The context window in tokens. */
  readonly window?: number;
  /** What the models take in besides text; `documents`: pictures and PDFs. */
  readonly sees?: "pictures" | "documents";
}

/** How a server lends a source's models with a key of its own. */
export interface Lending {
  /** The environment variable `{variable}_API_KEY` holds the key, `{variable}_BASE_URL` another address. */
  readonly variable: string;
  /** Names of the models that this key serves. Absent: all that no other source claims. */
  readonly names?: RegExp;
  /** Whether these models are not served at all where the key is missing. */
  readonly isOnly?: true;
}

/**
 * A source of models. One file a source, listed in `sources.ts`: it holds texts and small code, and imports its
 * provider's package with `import()`.
 */
export interface ModelSource {
  readonly id: string;
  readonly label: string;
  /** Whom the source is for and what answers, in a sentence. */
  readonly about: string;
  readonly costs: SourceCosts;
  readonly needs: readonly SourceNeed[];
  /** Where a person gets a key; absent where there is no such page, or no key. */
  readonly keysPage?: string;
  /**
   * The model to begin with while the endpoint has not been asked, an alias rather than a dated model; absent where
   * there is none.
   */
  readonly usualModel?: string;
  /** Names of a product line; the newest of it in the endpoint's list is the model to begin with. */
  readonly line?: RegExp;
  /**
   * The address of its requests, up to and including the version; the page's policy allows it. Absent where the person
   * gives it (`base-url`), and where the page sends no requests itself.
   */
  readonly endpoint?: string;
  /** Whether `endpoint` speaks OpenAI's chat completions, so that a lending server may name it in `OPENAI_BASE_URL`. */
  readonly speaksOpenAi?: true;
  /** What failures name as the host where there is no address: `this browser`. */
  readonly host?: string;
  /** Whether the source's label stands for its only model, which has no name of its own. */
  readonly isOneModel?: true;
  /** Facts about the maker's models. */
  readonly models?: readonly ModelFacts[];
  /**
   * Limits the files that its models are shown, whatever their names: `text` none, `no-documents` pictures but no PDFs.
   */
  readonly shows?: "text" | "no-documents";
  readonly lending?: Lending;
  /** Whether a person can get a key by signing in, as in `openrouter-sign-in.ts`. */
  readonly signsIn?: true;
  /** @throws what its package throws; `modelFailure` words it */
  open(options: SourceOptions): Promise<LanguageModelV4>;
  /** The models of its endpoint; absent where the endpoint has no list. Rejects as `listedBy` does. */
  list?(options: EndpointOptions, signal: AbortSignal): Promise<readonly ListedModel[]>;
  /** Whether `list` includes prices. */
  readonly listsPrices?: boolean;
  /**
   * Checks a key where the list of models is public. Resolves to what the endpoint says of the account, as a clause.
   * Rejects as `askJson` does.
   */
  check?(options: EndpointOptions, signal: AbortSignal): Promise<string | undefined>;
}

export interface Wrapping {
  /** Changes a call before it is sent. */
  readonly prepare?: (options: LanguageModelV4CallOptions) => LanguageModelV4CallOptions;
  /** Creates, for each call, the transform that the answer's parts pass through. */
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

/** `baseUrl` without a slash at its end, so that a path can follow. */
export function withoutSlash(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, "");
}

/** The name under which the browser's own model is chosen: the browser does not say which model it is. */
export const builtInModel = "built-in";
