import { expect, test } from "vitest";
import { repairCompletions } from "./repair-completions.ts";
import { asStream, withoutRedirects } from "./wire-fetch.ts";

test("no half of a surrogate pair is sent, and every other text as it is", async () => {
  const sent: unknown[] = [];
  const ask = withoutRedirects(async (_, init) => {
    sent.push(JSON.parse(String(init?.body)));
    return new Response();
  });
  const texts = ["cut \ud83d", "\ude00 cut", "whole \u{1f600}", "typed \\ud83d \\\\ud83d", '"\n\u0007\\'];
  await ask("https://llm.example/v1", { method: "POST", body: JSON.stringify(texts) });
  expect(sent).toEqual([["cut \ufffd", "\ufffd cut", ...texts.slice(2)]]);
});

test("an answer that comes as a stream under another label is read as it comes", async () => {
  const line = 'data: {"choices":[{"delta":{"content":"Hello"}}]}\n\n';
  const unfinished = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(line)) });
  const mislabelled = async () => new Response(unfinished, { headers: { "content-type": "text/plain" } });
  const response = await repairCompletions(asStream(mislabelled))("https://llm.example/v1", { method: "POST" });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain("Hello");
  await reader?.cancel();
});
