import { type LanguageModelV4, type LanguageModelV4CallOptions, UnsupportedFunctionalityError } from "@ai-sdk/provider";
import { type Failure, FailureError } from "#lib/failure.ts";
import { decodeParts, type RemoteCall, type RemoteFailure, sessionHeader } from "./remote-stream.ts";

export interface RemoteModelOptions {
  readonly model: string;
  /** Where the server's models are; this origin's `/api/chat` when absent. */
  readonly url?: string;
  readonly fetch?: typeof fetch;
}

const provider = "this server";

let session: string | undefined;

/** A model of the server's environment: each turn is one request, each part of the stream one line of the answer. */
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
        request(url, {
          method: "POST",
          headers: { "content-type": "application/json", [sessionHeader]: session ?? "" },
          body: JSON.stringify(remoteCall(model, options)),
          signal: abortSignal ?? null,
        }),
      );
      if (!response.ok || !response.body) throw new FailureError(await failureIn(response));
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

/** What the server says went wrong, or that something in between answered in its place. */
async function failureIn(response: Response): Promise<Failure> {
  const unknown: Failure = { code: "model-failed", provider, detail: `status ${response.status}` };
  if (!response.headers.get("content-type")?.startsWith("application/json")) return unknown;
  const body: Partial<RemoteFailure> = await response.json();
  return body.failure ?? unknown;
}
