import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { FailureError } from "#lib/failure.ts";
import { createRemoteModel, decodeParts, encodePart } from "./remote-model.ts";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const parts: LanguageModelV4StreamPart[] = [
  { type: "stream-start", warnings: [] },
  { type: "response-metadata", id: "1", timestamp: new Date(0) },
  { type: "text-delta", id: "0", delta: "é\n🙂" },
  { type: "finish", finishReason: { unified: "stop", raw: "stop" }, usage },
];

function bytes(lines: string, size: number): ReadableStream<Uint8Array> {
  const all = new TextEncoder().encode(lines);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= all.length) return controller.close();
      controller.enqueue(all.slice(at, at + size));
      at += size;
    },
  });
}

async function collect<T>(stream: ReadableStream<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const value of stream) values.push(value);
  return values;
}

const encode = (part: LanguageModelV4StreamPart) =>
  encodePart(part, () => ({ code: "model-rate-limited", provider: "x" }));

test.each([1, 7, 10_000])("parts survive the way in pieces of %i bytes", async (size) => {
  const decoded = decodeParts(bytes(parts.map(encode).join(""), size), "x");
  expect(await collect(decoded)).toEqual(parts);
});

test("an error arrives as the failure it was worded as", async () => {
  const lines = encode({ type: "error", error: new Error("with a secret") });
  expect(lines).not.toContain("secret");
  const [part] = await collect(decodeParts(bytes(lines, 100), "x"));
  expect(part).toEqual({ type: "error", error: new FailureError({ code: "model-rate-limited", provider: "x" }) });
});

test("a stream cut short is not taken for a whole one", async () => {
  const lines = parts.slice(0, 3).map(encode).join("");
  const decoded = await collect(decodeParts(bytes(lines.slice(0, -4), 100), "this server"));
  const failure = { code: "model-unreachable", provider: "this server" };
  expect(decoded.at(-1)).toMatchObject({ type: "error", error: { failure } });
});

test.each([
  ["the server", Response.json({ failure: { code: "too-large", limit: 4 } }, { status: 413 })],
  ["the door before it", new Response("The body of a request may have at most 4 bytes.\n", { status: 413 })],
])("a conversation that is too large for %s is told as that", async (_, response) => {
  const model = createRemoteModel({ model: "m", fetch: async () => response });
  const failure = { code: "model-too-long", provider: "this server" };
  await expect(model.doStream({ prompt: [] })).rejects.toMatchObject({ failure });
});
