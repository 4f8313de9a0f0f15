import {
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
  UnsupportedFunctionalityError,
} from "@ai-sdk/provider";
import { type Failure, FailureError } from "#lib/failure.ts";
import { WrongAnswer, withoutRedirects } from "./wire-fetch.ts";

export interface RemoteModelOptions {
  readonly model: string;
  /** The address of the server's models; this origin's `/api/chat` when absent. */
  readonly url?: string;
  readonly fetch?: typeof fetch;
}

const provider = "this server";

let session: string | undefined;

/** A model that the server lends: each step is one request, each stream part one line of the answer. */
export function createRemoteModel({
  model,
  url = "/api/chat",
  fetch: request = fetch,
}: RemoteModelOptions): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider,
    modelId: model,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new UnsupportedFunctionalityError({ functionality: "doGenerate" })),
    async doStream({ abortSignal, ...options }) {
      session ??= crypto.randomUUID();
      const response = await reach(() =>
        withoutRedirects(request)(url, {
          method: "POST",
          headers: { "content-type": "application/json", [sessionHeader]: session ?? "" },
          body: JSON.stringify(remoteCall(model, options)),
          signal: abortSignal ?? null,
        }),
      );
      if (!response.ok || !response.body) throw new FailureError(await failureIn(response));
      // A proxy or sign-in page answers in the server's place.
      if (response.headers.get("content-type")?.startsWith("text/html")) throw new WrongAnswer("page");
      return { stream: decodeParts(response.body, provider) };
    },
  };
}

function remoteCall(model: string, { prompt, maxOutputTokens, tools = [] }: LanguageModelV4CallOptions): RemoteCall {
  const functions = tools.flatMap((tool) => (tool.type === "function" ? [tool] : []));
  return {
    model,
    prompt,
    tools: functions.map(({ type, name, description, inputSchema }) => ({
      type,
      name,
      ...(description !== undefined && { description }),
      inputSchema,
    })),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  };
}

/** `fetch` rejects with a TypeError when nothing answers; an abort keeps its own error. */
async function reach(request: () => Promise<Response>): Promise<Response> {
  try {
    return await request();
  } catch (cause) {
    if (cause instanceof TypeError) throw new FailureError({ code: "model-unreachable", provider }, { cause });
    throw cause;
  }
}

/** The failure that the server reports, or that something else answered in its place. */
async function failureIn(response: Response): Promise<Failure> {
  // From the door before the server, or from the server itself, whose words are about what somebody opens.
  if (response.status === 413) return { code: "model-too-long", provider };
  const unknown: Failure = { code: "model-failed", provider, detail: `status ${response.status}` };
  if (!response.headers.get("content-type")?.startsWith("application/json")) return unknown;
  const body: Partial<RemoteFailure> = await response.json();
  return body.failure ?? unknown;
}

/** The body of `POST /api/chat`: the model, and the parts of a call that a page may decide. */
export interface RemoteCall extends Pick<LanguageModelV4CallOptions, "prompt" | "maxOutputTokens"> {
  readonly model: string;
  readonly tools: readonly { type: "function"; name: string; description?: string; inputSchema: object }[];
}

/** The body of an answer that is not a stream. */
export interface RemoteFailure {
  readonly failure: Failure;
}

/** Tells the server which page is asking, so that it can share its budget fairly. Random, stored nowhere. */
export const sessionHeader = "x-skillground-session";

/**
 * A stream part as one line. `wordError` turns an error into a failure: the error may hold what must not leave the
 * server.
 */
export function encodePart(part: LanguageModelV4StreamPart, wordError: (error: unknown) => Failure): string {
  const sent = part.type === "error" ? { type: "error", error: { failure: wordError(part.error) } } : part;
  return `${JSON.stringify(sent)}\n`;
}

/**
 * The stream parts in a response's lines. A stream that ends without its `finish` was cut on the way and ends with an
 * error: half an answer must not look like a whole one.
 */
export function decodeParts(
  body: ReadableStream<Uint8Array>,
  provider: string,
): ReadableStream<LanguageModelV4StreamPart> {
  let rest = "";
  let ended = false;
  const decoder = new TextDecoder();
  return body.pipeThrough(
    new TransformStream<Uint8Array, LanguageModelV4StreamPart>({
      transform(chunk, controller) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          const part = decodePart(line);
          ended ||= part.type === "finish" || part.type === "error";
          controller.enqueue(part);
        }
      },
      flush(controller) {
        if (ended) return;
        controller.enqueue({ type: "error", error: new FailureError({ code: "model-unreachable", provider }) });
      },
    }),
  );
}

function decodePart(line: string): LanguageModelV4StreamPart {
  const part: LanguageModelV4StreamPart = JSON.parse(line);
  if (part.type === "error") return { type: "error", error: new FailureError((part.error as RemoteFailure).failure) };
  if (part.type !== "response-metadata" || part.timestamp === undefined) return part;
  return { ...part, timestamp: new Date(part.timestamp) };
}
