import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { ListedModel } from "./listing.ts";

/** What a source is asked to open. */
export interface SourceOptions {
  /** The model's name, as the source writes it. */
  readonly model: string;
  /** Empty where none is needed. */
  readonly key: string;
  /** Up to and including the version; the provider's own address when absent. */
  readonly baseUrl?: string;
  readonly fetch?: typeof fetch;
  /** Whether the call comes from a page, where one provider wants to hear that this is meant. */
  readonly isPage?: boolean;
}

/** What a source costs: each a clause, so that they make one line. */
export interface SourceCosts {
  /** Costs in money. */
  readonly money: string;
  /** What has to be downloaded first, and its size; absent where nothing has. */
  readonly download?: string;
  /** Who gets to read the messages, and the files that the model reads. */
  readonly privacy: string;
}

/** Whom a source asks about itself. */
export type EndpointOptions = Omit<SourceOptions, "model">;

/** What a person must say to use a source. */
export type SourceNeed = "model" | "key" | "base-url";

/** What is known of models by their names, whoever has them: as their makers' lists of August 2026 say. */
export interface ModelFacts {
  readonly names: RegExp;
  /** What they take in, in tokens. */
  readonly window?: number;
  /** What they take in besides text; `documents`: pictures, and PDFs. */
  readonly sees?: "pictures" | "documents";
}

/** How a server lends the models of a source with a key of its own. */
export interface Lending {
  /** The key is in the variable `{variable}_API_KEY`, another address to ask in `{variable}_BASE_URL`. */
  readonly variable: string;
  /** Which models are asked of it where there is a key. Absent: all that no other source claims. */
  readonly names?: RegExp;
  /** Whether they are asked of nobody else where there is no key. */
  readonly isOnly?: true;
}

/**
 * Where models come from. One file a source, listed in `sources.ts`: it holds words and small code, and brings with
 * `import()` what asks its provider.
 */
export interface ModelSource {
  readonly id: string;
  readonly label: string;
  /** Whom it is for and what answers, in a sentence. */
  readonly about: string;
  readonly costs: SourceCosts;
  readonly needs: readonly SourceNeed[];
  /** Where a person gets a key for it; absent where there is no such page, or no key. */
  readonly keysPage?: string;
  /** A name to begin with while the endpoint has not been asked, an alias rather than a dated model; absent where there is none. */
  readonly usualModel?: string;
  /** Names of a line of models of which the newest in the endpoint's list is the one to begin with. */
  readonly line?: RegExp;
  /**
   * Where its requests go, up to and including the version. The page's policy lets it reach this. Absent where the person says
   * it (`base-url`), and where nothing is asked straight from the page.
   */
  readonly endpoint?: string;
  /** Its `endpoint` speaks OpenAI's chat completions, as a server that lends may say by `OPENAI_BASE_URL`. */
  readonly speaksOpenAi?: true;
  /** What answers where there is no address to name, as failures have it: `this browser`. */
  readonly host?: string;
  /** Its label stands for its model, which has no name of its own. */
  readonly isOneModel?: true;
  /** What is known of the models of its maker. */
  readonly models?: readonly ModelFacts[];
  /** Whether its models are shown no files, whatever they are called; `no-documents`: pictures, but no PDFs. */
  readonly shows?: "text" | "no-documents";
  readonly lending?: Lending;
  /** Whether a person can sign in there for a key, as `openrouter-sign-in.ts` does. */
  readonly signsIn?: true;
  /** @throws what its package throws; `modelFailure` words it */
  open(options: SourceOptions): Promise<LanguageModelV4>;
  /** The models of its endpoint; absent where it cannot be asked. Rejects as `listedBy` does. */
  list?(options: EndpointOptions, signal: AbortSignal): Promise<readonly ListedModel[]>;
  /** Whether `list` tells what models cost. */
  readonly listsPrices?: boolean;
  /**
   * Asks whether a key is taken, where the list of models is given to anybody. Resolves to what the endpoint says of the
   * account, a clause, where it does. Rejects as `askJson` does.
   */
  check?(options: EndpointOptions, signal: AbortSignal): Promise<string | undefined>;
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

/** Without a slash at its end, so that a path can follow. */
export function withoutSlash(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, "");
}

/** The name under which the browser's own model is chosen: it does not say which one it is. */
export const builtInModel = "built-in";
