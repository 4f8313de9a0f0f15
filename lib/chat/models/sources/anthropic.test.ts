import { expect, test, vi } from "vitest";
import { startAnthropicServer } from "#test/servers/providers/anthropic-server.ts";
import { fetchWithoutUserAgent } from "../load-model.ts";
import { anthropic } from "./anthropic.ts";

const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "hello" }] }];

test("a call from a page carries the header that Anthropic demands of pages", async () => {
  const provider = await startAnthropicServer({ script: () => ({ text: "hi" }) });
  // A page's fetch adds the `Origin` header by itself.
  const fromPage: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("origin", "http://127.0.0.1:3000");
    return fetchWithoutUserAgent(input, { ...init, headers });
  };
  const options = { model: "claude-haiku-4-5", key: "test-anthropic-key", baseUrl: provider.url, fetch: fromPage };
  await expect((await anthropic.open(options)).doStream({ prompt })).rejects.toMatchObject({ statusCode: 401 });
  await (await anthropic.open({ ...options, isPage: true })).doStream({ prompt });
  await provider.stop();
});

test("the SDK's user agent never leaves the page", async () => {
  const sent = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response());
  await fetchWithoutUserAgent("https://example.com", { headers: { "User-Agent": "ai-sdk", "x-api-key": "k" } });
  const [, init] = sent.mock.calls[0] ?? [];
  expect(Object.fromEntries(new Headers(init?.headers))).toEqual({ "x-api-key": "k" });
  sent.mockRestore();
});
