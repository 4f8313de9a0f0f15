import { expect, test } from "vitest";
import { withoutRedirects } from "./wire-fetch.ts";

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
