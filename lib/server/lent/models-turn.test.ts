import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { afterEach, describe, expect, test } from "vitest";
import { testHost } from "#lib/chat/host-fixture.ts";
import { modelLabel } from "#lib/chat/model-choice.ts";
import { createRemoteModel } from "#lib/chat/models/remote-model.ts";
import type { Conversation } from "#lib/chat/session.ts";
import { createChatSession } from "#lib/chat/turns/create-session.ts";
import { addressHeader } from "#lib/server/visitor.ts";
import { startAnthropicServer } from "#test/servers/providers/anthropic-server.ts";
import type { FakeProvider } from "#test/servers/providers/fake-provider.ts";
import type { ScriptedTurn } from "#test/servers/providers/model-script.ts";
import { startOpenAiServer } from "#test/servers/providers/openai-server.ts";
import { type Environment, lentModels, serverOffer } from "./models.ts";
import { budgetLimits, createModelBudget, type ModelBudget } from "./models-budget.ts";
import { requestLimits } from "./models-request.ts";
import { answerTurn } from "./models-turn.ts";

const running: FakeProvider[] = [];
afterEach(() => Promise.all(running.splice(0).map((provider) => provider.stop())));

const key = "sk-a-key-that-must-not-leak";

async function lend(...turns: ScriptedTurn[]) {
  const anthropic = await startAnthropicServer({ key });
  const openai = await startOpenAiServer({ key });
  running.push(anthropic, openai);
  anthropic.enqueue(...turns);
  const environment: Environment = {
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_BASE_URL: anthropic.url,
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: openai.url,
    SKILLGROUND_MODEL: "claude-haiku-4-5, gpt-test",
  };
  return { anthropic, openai, environment };
}

const pageHeaders = { "sec-fetch-site": "same-origin", "x-skillground-session": "0123456789abcdef" };
const prompt: LanguageModelV4CallOptions["prompt"] = [{ role: "user", content: [{ type: "text", text: "hello" }] }];
const body = { model: "claude-haiku-4-5", prompt, tools: [] };

/** A body with nested arrays in a tool's answer. */
function nested(depth: number): string {
  const value = `${"[".repeat(depth)}"]"${"]".repeat(depth)}`;
  const content = { type: "tool-result", toolCallId: "1", toolName: "read", output: { type: "json", value: 0 } };
  const whole = JSON.stringify({ ...body, prompt: [...prompt, { role: "tool", content: [content] }] });
  return whole.replace('"value":0', `"value":${value}`);
}

function ask(environment: Environment, changes: { headers?: Record<string, string>; body?: unknown } = {}) {
  const request = new Request("http://127.0.0.1/api/chat", {
    method: "POST",
    headers: changes.headers ?? pageHeaders,
    body: typeof changes.body === "string" ? changes.body : JSON.stringify(changes.body ?? body),
  });
  return answerTurn(request, { environment, budget: createModelBudget() });
}

describe("the models of an environment", () => {
  test("are none without a key", async () => {
    expect(lentModels({ SKILLGROUND_MODEL: "claude-haiku-4-5" })).toEqual([]);
    const response = await ask({});
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ failure: { code: "model-key-missing", provider: "this server" } });
  });

  test("are those named, each by the provider its name belongs to", () => {
    const environment = { ANTHROPIC_API_KEY: key, SKILLGROUND_MODEL: "claude-haiku-4-5, gpt-test,,claude-haiku-4-5" };
    const lent = (more: Environment) =>
      lentModels({ ...environment, ...more }).map(({ model, source, provider }) => [model, source, provider]);
    const claude = ["claude-haiku-4-5", "anthropic", "api.anthropic.com"];
    expect(lent({})).toEqual([claude]);
    expect(lent({ OPENAI_API_KEY: key })).toEqual([claude, ["gpt-test", "openai", "api.openai.com"]]);
    const at = (url: string) => lent({ OPENAI_API_KEY: key, OPENAI_BASE_URL: url })[1];
    expect(at("https://api.openai.com/v1")).toEqual(["gpt-test", "openai", "api.openai.com"]);
    expect(at("https://openrouter.ai/api/v1")).toEqual(["gpt-test", "openrouter", "openrouter.ai"]);
    expect(at("http://10.0.0.5:8000/v1")).toEqual(["gpt-test", "compatible", "10.0.0.5:8000"]);
  });

  test("are Google's by their name where there is a key of Google, else of the compatible server", () => {
    const named = { SKILLGROUND_MODEL: "gemini-3", OPENAI_API_KEY: key, OPENAI_BASE_URL: "https://llm.example/v1" };
    expect(lentModels(named)).toMatchObject([{ source: "compatible", provider: "llm.example" }]);
    expect(lentModels({ ...named, GOOGLE_API_KEY: key })).toMatchObject([{ source: "google" }]);
    expect(lentModels({ SKILLGROUND_MODEL: "claude-x", OPENAI_API_KEY: key })).toEqual([]);
  });

  test("are described without the key, beside the origins that pages may reach", () => {
    const environment = { ANTHROPIC_API_KEY: key, SKILLGROUND_CONNECT: "https://llm.school.example/" };
    expect(serverOffer(environment)).toEqual({
      models: [{ model: "claude-sonnet-4-5", label: "claude-sonnet-4-5 (this server's key)" }],
      connect: ["https://llm.school.example"],
      embed: "everybody",
      rooms: true,
    });
    expect(serverOffer({})).toEqual({ models: [], connect: [], embed: "everybody", rooms: true });
  });
});

describe("a lent turn", () => {
  test.each(["claude-haiku-4-5", "gpt-test"])("of %s runs the page's own loop and tools", async (model) => {
    const { environment } = await lend();
    const seen: Conversation[] = [];
    const route: typeof fetch = (_, init) =>
      answerTurn(
        new Request("http://127.0.0.1/api/chat", {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init?.headers)), "sec-fetch-site": "same-origin" },
        }),
        { environment, budget: createModelBudget() },
      );
    const session = createChatSession(
      { host: testHost(), messages: [], onChange: (change) => seen.push(change) },
      async () => ({
        model: createRemoteModel({ model, fetch: route }),
        label: modelLabel({ source: "server", model }),
      }),
    );
    await session.send({ text: "hello" });
    expect(seen.at(-1)?.status).toEqual({ kind: "ready" });
    const answer = seen.at(-1)?.messages.at(-1);
    expect(answer?.parts.at(-1)).toMatchObject({ text: expect.stringContaining("name: changelog") });
    expect(answer?.metadata?.usage).toEqual({ inputTokens: 200, outputTokens: 40 });
  });

  test.each(["claude-haiku-4-5", "gpt-test"])("of %s ends upstream when the reader leaves", async (model) => {
    const { environment, anthropic, openai } = await lend();
    const provider = model === "gpt-test" ? openai : anthropic;
    provider.enqueue({ text: "a b c d ".repeat(500), pause: 2 });
    const response = await ask(environment, { body: { ...body, model } });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await expect.poll(() => provider.requests[0]?.aborted).toBe(true);
  });

  test("takes what a model takes: more than a megabyte, and more than 400 messages", async () => {
    const { environment, anthropic } = await lend();
    const said = (role: "user" | "assistant") => ({ role, content: [{ type: "text", text: "word ".repeat(500) }] });
    const long = Array.from({ length: 500 }, () => [said("user"), said("assistant")]).flat();
    const response = await ask(environment, { body: { ...body, prompt: [...long, ...prompt] } });
    expect(response.status).toBe(200);
    await response.text();
    expect(JSON.stringify(anthropic.requests[0]?.body).length).toBeGreaterThan(2_000_000);
  });

  test("caps the output, and passes on nothing that was not lent", async () => {
    const { environment, anthropic } = await lend();
    const search = { type: "provider", id: "anthropic.web_search_20250305", name: "web_search", args: {} };
    expect((await ask(environment, { body: { ...body, tools: [search] } })).status).toBe(400);
    const providerOptions = { anthropic: { container: { id: "x" } } };
    const asked = { ...body, maxOutputTokens: 1_000_000, providerOptions, headers: { "anthropic-beta": "files" } };
    await (await ask(environment, { body: asked })).text();
    expect(anthropic.requests[0]?.body).toMatchObject({ max_tokens: requestLimits.outputTokens });
    expect(JSON.stringify(anthropic.requests)).not.toMatch(/container|files/);
  });
});

describe("what a turn took", () => {
  /** A budget that allows everything, and records it. */
  function countingBudget() {
    const counted: [network: string, tokens: number][] = [];
    const count: ModelBudget["enter"] = async ({ network }, tokens) => void counted.push([network, tokens]);
    return { budget: { enter: count, spend: count } satisfies ModelBudget, counted };
  }

  async function take(turn: ScriptedTurn, budget: ModelBudget): Promise<Response> {
    const { environment, openai } = await lend();
    openai.enqueue(turn);
    const headers = { ...pageHeaders, [addressHeader]: "203.0.113.7" };
    const request = { method: "POST", headers, body: JSON.stringify({ ...body, model: "gpt-test" }) };
    return answerTurn(new Request("http://127.0.0.1/api/chat", request), { environment, budget });
  }

  const sum = (counted: readonly [string, number][]) => counted.reduce((all, [, tokens]) => all + tokens, 0);

  test("is what the provider says, for the address it was asked from", async () => {
    const { budget, counted } = countingBudget();
    await (await take({ text: "one two three" }, budget)).text();
    expect(sum(counted)).toBe(120);
    expect(new Set(counted.map(([network]) => network))).toEqual(new Set(["203.0.113.7"]));
  });

  const words = "one two three four ".repeat(50);

  test("is estimated, prompt and answer, where the provider says nothing", async () => {
    const { budget, counted } = countingBudget();
    await (await take({ text: words, withoutUsage: true }, budget)).text();
    const [[, prompt = 0] = []] = counted;
    expect(prompt).toBeGreaterThan(5);
    expect(sum(counted)).toBeGreaterThanOrEqual(prompt + 200);
    expect(sum(counted)).toBeLessThan(prompt + 500);
  });

  test.each([
    ["the reader leaves", { text: words, pause: 5 }],
    ["the connection breaks", { text: words, cutAfter: 20, pause: 2 }],
    ["the provider gives up", { text: words, failsWith: "overloaded" }],
  ])("is estimated as far as it came when %s", async (why, turn) => {
    const { budget, counted } = countingBudget();
    const reader = (await take(turn, budget)).body?.getReader();
    for (let line = 0; line < 5; line++) await reader?.read();
    if (why === "the reader leaves") await reader?.cancel();
    else for (let isDone = false; !isDone; ) isDone = (await reader?.read().catch(() => undefined))?.done ?? true;
    await expect.poll(() => counted.length).toBe(2);
    expect(counted[1]?.[1]).toBeGreaterThan(0);
  });
});

describe("a refusal", () => {
  test.each([
    ["another site", { ...pageHeaders, "sec-fetch-site": "cross-site" }],
    ["another origin of the site", { ...pageHeaders, "sec-fetch-site": "same-site" }],
    ["no browser", { "x-skillground-session": "0123456789abcdef" }],
    ["no session", { "sec-fetch-site": "same-origin" }],
  ])("of %s", async (_, headers) => {
    const { environment, anthropic } = await lend();
    expect((await ask(environment, { headers })).status).toBe(400);
    expect(anthropic.requests).toEqual([]);
  });

  test.each([
    ["a model that is not lent", { ...body, model: "claude-opus-4-5" }],
    ["text that is not JSON", "{"],
    ["arrays in arrays, half a million deep", "[".repeat(500_000)],
    ["the same in a tool's answer", nested(100_000)],
    [
      "a file by address",
      { ...body, prompt: [{ role: "user", content: [{ type: "file", data: "http://10.0.0.1/" }] }] },
    ],
    [
      "more steps than a turn has",
      {
        ...body,
        prompt: [
          ...prompt,
          ...Array.from({ length: 12 }, () => ({ role: "assistant", content: [{ type: "text", text: "x" }] })),
        ],
      },
    ],
  ])("of %s", async (_, wrong) => {
    const { environment, anthropic } = await lend();
    const response = await ask(environment, { body: wrong });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ failure: { code: "model-failed" } });
    expect(anthropic.requests).toEqual([]);
  });

  test("is none of an answer that is nested as far as a tool's may be", async () => {
    const { environment } = await lend();
    expect((await ask(environment, { body: nested(90) })).status).toBe(200);
  });

  test("of a body that is too large, as soon as it is", async () => {
    const { environment } = await lend();
    const response = await ask(environment, { body: "x".repeat(requestLimits.bytes + 1) });
    expect([response.status, await response.json()]).toEqual([
      413,
      { failure: { code: "too-large", limit: requestLimits.bytes } },
    ]);
  });

  test("when many large conversations are answered at one time, until one of them has ended", async () => {
    const { environment, anthropic } = await lend(...Array.from({ length: 8 }, () => ({ text: "a b c", pause: 200 })));
    const long = { ...body, prompt: [{ role: "user", content: [{ type: "text", text: "word ".repeat(800_000) }] }] };
    const answers = await Promise.all(Array.from({ length: 9 }, () => ask(environment, { body: long })));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused).toHaveLength(1);
    const failure = { code: "model-busy", provider: "this server", retryAfter: 5 };
    expect(await refused[0]?.json()).toEqual({ failure });
    expect(anthropic.requests).toHaveLength(8);
    await Promise.all(answers.map((answer) => answer.bodyUsed || answer.body?.cancel()));
    expect((await ask(environment, { body: long })).status).toBe(200);
  });

  test("when one network sends large requests on many connections without an end, until these break off; others are answered", async () => {
    const { environment } = await lend({ text: "a" }, { text: "b" });
    const from = (network: string) => ({ ...pageHeaders, [addressHeader]: network });
    const sending: ReadableStreamDefaultController<Uint8Array>[] = [];
    const endless = () =>
      new Request("http://127.0.0.1/api/chat", {
        method: "POST",
        headers: from("192.0.2.1"),
        body: new ReadableStream({
          start(controller) {
            sending.push(controller);
            controller.enqueue(new Uint8Array(requestLimits.bytes));
          },
        }),
        duplex: "half",
      } as RequestInit);
    const turn = (request: Request) => answerTurn(request, { environment, budget: createModelBudget() });
    const waiting = Array.from({ length: 8 }, () => turn(endless()));
    const refused = await turn(endless());
    expect(await refused.json()).toMatchObject({ failure: { code: "model-busy", retryAfter: 5 } });
    expect((await ask(environment, { headers: from("192.0.2.1") })).status).toBe(503);
    expect((await ask(environment, { headers: from("192.0.2.2") })).status).toBe(200);
    for (const controller of sending.slice(0, waiting.length)) controller.close();
    await Promise.all(waiting);
    expect((await ask(environment, { headers: from("192.0.2.1") })).status).toBe(200);
  });

  test("when the budget is used up", async () => {
    const { environment } = await lend();
    const budget = createModelBudget({ ...budgetLimits({}), session: { calls: 1, tokens: 1000 } });
    const request = () =>
      new Request("http://127.0.0.1/api/chat", { method: "POST", headers: pageHeaders, body: JSON.stringify(body) });
    expect((await answerTurn(request(), { environment, budget })).status).toBe(200);
    expect((await answerTurn(request(), { environment, budget })).status).toBe(429);
  });

  test.each([
    [401, 502, "model-key-refused"],
    [429, 429, "model-rate-limited"],
    [400, 413, "model-too-long"],
    [403, 400, "model-refused"],
    [529, 503, "model-busy"],
  ])("by the provider with %i is answered as %i %s, without the key", async (upstream, status, code) => {
    const { environment, anthropic } = await lend({
      status: upstream,
      ...(upstream !== 400 && { message: `bad key ${key}` }),
    });
    const response = await ask(environment);
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ failure: { code, provider: new URL(anthropic.url).host } });
    expect(text).not.toContain(key);
  });

  test("in the middle of a stream comes as its last line", async () => {
    const { environment, anthropic } = await lend({ text: "half", failsWith: `overloaded ${key}` });
    const lines = (await (await ask(environment)).text()).trim().split("\n");
    const provider = new URL(anthropic.url).host;
    expect(lines.map((line) => JSON.parse(line)).find(({ type }) => type === "error")).toEqual({
      type: "error",
      error: { failure: { code: "model-busy", provider, said: "overloaded …" } },
    });
  });
});
