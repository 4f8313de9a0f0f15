import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type Failure, FailureError } from "#lib/failure.ts";

/** The body of `POST /api/chat`: which model, and the parts of a call that a page may decide. */
export interface RemoteCall extends Pick<LanguageModelV4CallOptions, "prompt" | "maxOutputTokens"> {
  readonly model: string;
  readonly tools: readonly { type: "function"; name: string; description?: string; inputSchema: object }[];
}

/** The body of an answer that is not a stream. */
export interface RemoteFailure {
  readonly failure: Failure;
}

/** Tells the server which page is asking, to share its budget fairly. Random, kept nowhere. */
export const sessionHeader = "x-skillground-session";

/** One part a line. `wordError` words an error: it may hold what must not leave the server. */
export function encodePart(part: LanguageModelV4StreamPart, wordError: (error: unknown) => Failure): string {
  const sent = part.type === "error" ? { type: "error", error: { failure: wordError(part.error) } } : part;
  return `${JSON.stringify(sent)}\n`;
}

/**
 * The parts in a response's lines. A stream that ends without its `finish` was cut on the way, and says so:
 * half an answer must not look like a whole one.
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
