import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4GenerateResult,
  type LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { answerStream } from "./answer-stream.ts";
import { asStream, WholeAnswer, withoutRedirects } from "./wire-fetch.ts";

/**
 * The model that `make` opens with the given `fetch`. Where a server answers a request for a stream with a whole
 * answer, the provider's package reads it as a whole answer, and it is passed on as a stream of few parts.
 */
export function wiredModel(make: (request: typeof fetch) => LanguageModelV4, request?: typeof fetch): LanguageModelV4 {
  const streaming = make(asStream(request));
  return {
    specificationVersion: "v4",
    provider: streaming.provider,
    modelId: streaming.modelId,
    supportedUrls: streaming.supportedUrls,
    doGenerate: (options) => make(withoutRedirects(request)).doGenerate(options),
    async doStream(options) {
      try {
        return await streaming.doStream(options);
      } catch (error) {
        if (!(error instanceof WholeAnswer)) throw error;
        const answered: typeof fetch = async () => new Response(error.text, { headers: json });
        const whole = await Promise.resolve(make(answered).doGenerate(options)).catch(() => undefined);
        if (!whole || !isAnswer(whole)) throw refusal(error.text);
        return { stream: answerStream(partsOf(whole)) };
      }
    },
  };
}

const json = { "content-type": "application/json" };

/** JSON that is not an answer of this provider, as an error with the provider's own words, where it has some. */
function refusal(responseBody: string): APICallError {
  const message = "its answer is JSON in an unexpected form";
  return new APICallError({ message, url: "", requestBodyValues: {}, statusCode: 500, responseBody });
}

function isAnswer({ content, finishReason }: LanguageModelV4GenerateResult): boolean {
  return content.length > 0 || finishReason.unified !== "other";
}

function* partsOf({
  content,
  finishReason,
  usage,
  warnings,
  providerMetadata,
  response,
}: LanguageModelV4GenerateResult): Generator<LanguageModelV4StreamPart> {
  yield { type: "stream-start", warnings };
  if (response) yield { type: "response-metadata", ...response };
  for (const [index, part] of content.entries()) {
    if (part.type !== "text" && part.type !== "reasoning") {
      yield part;
      continue;
    }
    const id = String(index);
    const sealed = part.providerMetadata && { providerMetadata: part.providerMetadata };
    yield { type: `${part.type}-start`, id, ...sealed };
    if (part.text !== "") yield { type: `${part.type}-delta`, id, delta: part.text };
    yield { type: `${part.type}-end`, id, ...sealed };
  }
  yield { type: "finish", finishReason, usage, ...(providerMetadata && { providerMetadata }) };
}
