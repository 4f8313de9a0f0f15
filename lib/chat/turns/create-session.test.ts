import { simulateReadableStream } from "ai";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createDemoModel } from "#lib/chat/demo/demo-model.ts";
import { skillFile, testHost } from "#lib/chat/host-fixture.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import { modelLabel } from "#lib/chat/model-choice.ts";
import { demoChoice } from "#lib/chat/model-settings.ts";
import type { LoadModel } from "#lib/chat/models/load-model.ts";
import { anthropic } from "#lib/chat/models/sources/anthropic.ts";
import { compatible } from "#lib/chat/models/sources/compatible.ts";
import type { Conversation } from "#lib/chat/session.ts";
import { interruptedText } from "#lib/chat/tool-call.ts";
import { startAnthropicServer } from "#test/servers/providers/anthropic-server.ts";
import type { FakeProvider, FakeProviderOptions } from "#test/servers/providers/fake-provider.ts";
import { readFirstSkill } from "#test/servers/providers/model-script.ts";
import { startOpenAiServer } from "#test/servers/providers/openai-server.ts";
import { createChatSession } from "./create-session.ts";
import { calls, isPaused, open, textOf } from "./session-fixture.ts";

const running: FakeProvider[] = [];
afterEach(() => Promise.all(running.splice(0).map((provider) => provider.stop())));

const demo: LoadModel = async () => ({ model: createDemoModel({ delay: 0 }), label: modelLabel(demoChoice) });

async function withAnthropic(options?: FakeProviderOptions) {
  const provider = await startAnthropicServer(options);
  running.push(provider);
  const load: LoadModel = async () => ({
    model: await anthropic.open({ model: "claude-haiku-4-5", key: "test-anthropic-key", baseUrl: provider.url }),
    label: modelLabel({ source: "anthropic", model: "claude-haiku-4-5" }),
  });
  return { provider, load };
}

async function withOpenAi(options?: FakeProviderOptions) {
  const provider = await startOpenAiServer(options);
  running.push(provider);
  const choice = { source: "compatible", baseUrl: provider.url, model: "gpt-test" } as const;
  const load: LoadModel = async () => ({
    model: await compatible.open({ ...choice, key: "test-openai-key" }),
    label: modelLabel(choice),
  });
  return { provider, load };
}

describe("a turn", () => {
  test("of the demo model reads the skill through the tools and quotes it", async () => {
    const { session, seen, last } = open(demo);
    await session.send({ text: "Fill in this PDF form for me" });
    const { messages, status } = last();
    expect(status).toEqual({ kind: "ready" });
    const [question, answer] = messages;
    expect(textOf(question)).toBe("Fill in this PDF form for me");
    expect(calls(answer).map((call) => [call.type, call.input, call.state])).toEqual([
      ["tool-read_file", { path: skillFile }, "output-available"],
      ["tool-list_files", { path: "/workspace/.agents/skills/pdf-forms", recursive: true }, "output-available"],
      ["tool-read_file", { path: "/workspace/.agents/skills/pdf-forms/references/fields.md" }, "output-available"],
      ["tool-read_file", { path: "/workspace/.agents/skills/pdf-forms/scripts/fill.py" }, "output-available"],
    ]);
    expect(textOf(answer)).toContain("Fills the fields of a form.");
    expect(textOf(answer)).toContain("not an AI");
    expect(answer?.metadata?.model).toMatchObject({ scripted: true });
    expect(answer?.metadata?.usage?.inputTokens).toBeGreaterThan(0);
    expect(seen[0]?.status).toEqual({ kind: "waiting" });
    expect(seen.some(({ status }) => status.kind === "streaming")).toBe(true);
  });

  test.each([
    ["Anthropic", withAnthropic],
    ["OpenAI", withOpenAi],
  ])("speaks %s's wire format: the catalog goes out, the file comes in, the answer quotes it", async (_, start) => {
    const { provider, load } = await start();
    const { session, last } = open(load);
    await session.send({ text: "hello" });
    const answer = last().messages.at(-1);
    expect(last().status).toEqual({ kind: "ready" });
    expect(calls(answer)).toMatchObject([
      { type: "tool-read_file", input: { path: "/workspace/.agents/skills/changelog/SKILL.md" } },
    ]);
    expect(textOf(answer)).toContain("The file says: ---\nname: changelog");
    expect(provider.requests).toHaveLength(2);
    expect(answer?.metadata?.usage).toEqual({ inputTokens: 200, outputTokens: 40 });
  });

  test("sends a person's invocation and keeps what they typed beside it", async () => {
    const { provider, load } = await withAnthropic({ script: ({ said }) => ({ text: said }) });
    const { session, last } = open(load);
    const invoked = { name: "pdf-forms", location: skillFile };
    await session.send({ text: "[Activate skill: pdf-forms]", typed: "/pdf-forms", invoked });
    expect(last().messages[0]?.metadata).toMatchObject({ typed: "/pdf-forms", invoked });
    expect(JSON.stringify(provider.requests[0]?.body)).not.toContain('/pdf-forms"');
    expect(textOf(last().messages[1])).toBe("[Activate skill: pdf-forms]");
  });

  test("lets the model read why a tool refused", async () => {
    const { load } = await withAnthropic({
      script: ({ results }) =>
        results[0] ? { text: results[0] } : { calls: [{ name: "read_file", input: { path: "/etc/passwd" } }] },
    });
    const { session, last } = open(load);
    await session.send({ text: "go" });
    const sentence = "Reading /etc/passwd is not allowed: it is a system folder.";
    expect(calls(last().messages[1])).toMatchObject([{ state: "output-error", errorText: sentence }]);
    expect(textOf(last().messages[1])).toBe(sentence);
    expect(last().status).toEqual({ kind: "ready" });
  });

  test("ends with a failure when the model only ever calls tools", async () => {
    const { provider, load } = await withAnthropic({
      script: () => ({ calls: [{ name: "list_files", input: { path: "." } }] }),
    });
    const { session, last } = open(load);
    await session.send({ text: "go" });
    expect(provider.requests).toHaveLength(12);
    expect(last().status).toMatchObject({
      kind: "failed",
      failure: { code: "model-unfinished", why: "steps", steps: 12 },
    });
  });

  test("lets a model recover from a tool that does not exist", async () => {
    const { load } = await withOpenAi({
      script: ({ results }) =>
        results[0] ? { text: "sorry" } : { calls: [{ name: "bash", input: { command: "ls" } }] },
    });
    const { session, last } = open(load);
    await session.send({ text: "go" });
    expect(last().status).toEqual({ kind: "ready" });
    expect(textOf(last().messages[1])).toBe("sorry");
    await session.send({ text: "and again" });
    expect(last().status).toEqual({ kind: "ready" });
  });
});

describe("a stop", () => {
  test("keeps what has arrived, ends the request, and the next message goes through", async () => {
    const { provider, load } = await withAnthropic({
      script: () => ({ text: "a b c d e f g h".repeat(50), pause: 2 }),
    });
    const { session, last, until } = open(load);
    const sent = session.send({ text: "go" });
    await until(({ messages }) => textOf(messages[1]).length > 5);
    session.stop();
    expect(last().status).toEqual({ kind: "interrupted" });
    const kept = textOf(last().messages[1]);
    expect(kept.length).toBeGreaterThan(5);
    expect(last().messages[1]?.parts.at(-1)).toMatchObject({ type: "text", state: "done" });
    await sent;
    expect(textOf(last().messages[1])).toBe(kept);
    await expect.poll(() => provider.requests[0]?.aborted).toBe(true);
    provider.enqueue({ text: "fine" });
    await session.send({ text: "again" });
    expect(textOf(last().messages[3])).toBe("fine");
  });

  test("before anything has come back leaves the question, and says that nothing answered it", async () => {
    const { session, last } = open(async () => new Promise(() => {}));
    void session.send({ text: "go" });
    session.stop();
    expect(last()).toMatchObject({ status: { kind: "interrupted" }, messages: [{ role: "user" }] });
  });

  test("without a turn changes nothing", () => {
    const { session, seen } = open(demo);
    session.stop();
    expect(seen).toEqual([]);
  });
});

describe("a failure", () => {
  test.each([
    [401, "model-key-refused"],
    [403, "model-refused"],
    [404, "model-refused"],
    [400, "model-too-long"],
    [500, "model-failed"],
  ])(
    "with status %i is told as %s, in the provider's words, and a retry answers the same message",
    async (status, code) => {
      const { provider, load } = await withAnthropic();
      provider.enqueue(
        { status, message: status === 400 ? "prompt is too long" : "Because of that." },
        { text: "better now" },
      );
      const { session, last } = open(load);
      await session.send({ text: "go" });
      expect(last().status).toMatchObject({ kind: "failed", failure: { code, provider: "api.anthropic.com" } });
      expect(JSON.stringify(last().status)).toContain(status === 400 ? "prompt is too long" : "Because of that.");
      expect(last().messages).toHaveLength(1);
      await session.retry();
      expect(last().status).toEqual({ kind: "ready" });
      expect(last().messages.map(textOf)).toEqual(["go", "better now"]);
    },
  );

  test.each([
    [401, "model-key-refused"],
    [429, "model-rate-limited"],
    [400, "model-too-long"],
    [529, "model-busy"],
  ])("of a compatible host with status %i is told as %s", async (status, code) => {
    const { provider, load } = await withOpenAi({ script: () => ({ status }) });
    const { session, last } = open(load);
    await session.send({ text: "go" });
    const { host } = new URL(provider.url);
    expect(last().status).toMatchObject({ kind: "failed", failure: { code, provider: host } });
  });

  test("in the middle keeps the text before it", async () => {
    const { provider, load } = await withAnthropic();
    provider.enqueue({ text: "half an answer", failsWith: "Overloaded" });
    const { session, last } = open(load);
    await session.send({ text: "go" });
    expect(last().status).toMatchObject({ kind: "failed", failure: { code: "model-busy", said: "Overloaded" } });
    expect(textOf(last().messages[1])).toBe("half an answer");
    expect(last().messages[1]?.parts.at(-1)).toMatchObject({ state: "done" });
  });

  test("by a cut connection, or one that was never there, is told apart", async () => {
    const { provider, load } = await withOpenAi();
    provider.enqueue({ text: "one two three", cutAfter: 1 });
    const { session, seen, last } = open(load);
    await session.send({ text: "go" });
    expect(last().status).toMatchObject({ failure: { code: "model-cut" } });
    await provider.stop();
    await session.retry();
    expect(last().status).toMatchObject({ failure: { code: "model-unreachable" } });
    expect(last().messages).toHaveLength(1);
    // Its host has answered before, so it was tried again.
    expect(seen.filter(isPaused).length).toBeGreaterThan(0);
  });

  test("by a host that has never answered is told at once", async () => {
    const { provider, load } = await withOpenAi();
    await provider.stop();
    const { session, seen, last } = open(load);
    await session.send({ text: "go" });
    expect(last().status).toMatchObject({ failure: { code: "model-unreachable" } });
    expect(seen.filter(isPaused)).toEqual([]);
  });

  test("by the page's own policy comes before anything is sent", async () => {
    const failure = { code: "model-blocked", provider: "llm.example", origins: ["https://api.openai.com"] } as const;
    const changes: Conversation[] = [];
    const load = vi.fn<LoadModel>();
    const session = createChatSession(
      { host: testHost({ blocked: () => failure }), messages: [], onChange: (change) => changes.push(change) },
      load,
    );
    await session.send({ text: "go" });
    expect(changes.at(-1)).toMatchObject({ messages: [{ role: "user" }], status: { kind: "failed", failure } });
    expect(load).not.toHaveBeenCalled();
  });

  test("without a key says whose is missing", async () => {
    const choice = { source: "anthropic", model: "claude-haiku-4-5" } as const;
    const host = testHost({ models: () => ({ choice, keys: {} }) });
    const changes: Conversation[] = [];
    const session = createChatSession({ host, messages: [], onChange: (change) => changes.push(change) });
    await session.send({ text: "go" });
    const failure = { code: "model-key-missing", provider: "api.anthropic.com" };
    expect(changes.at(-1)?.status).toEqual({ kind: "failed", failure });
  });
});

describe("a question to the person", () => {
  const script = ({ results }: { results: readonly string[] }) =>
    results[0] ? { text: results[0] } : { calls: [{ name: "read_file", input: { path: "~/secret.txt" } }] };

  async function asked() {
    const { provider, load } = await withAnthropic({ script });
    const opened = open(load);
    await opened.session.send({ text: "go" });
    const [call] = calls(opened.last().messages[1]);
    return { ...opened, provider, load, call };
  }

  test("waits, with the reason and nothing read", async () => {
    const { last, call, provider } = await asked();
    expect(last().status).toEqual({ kind: "asking" });
    expect(call).toMatchObject({
      state: "approval-requested",
      approval: { requestReason: "outside the working folder" },
    });
    expect(provider.requests).toHaveLength(1);
  });

  test("answered yes reads the file and goes on in the same message", async () => {
    const { session, last, call } = await asked();
    await session.approve(call?.toolCallId ?? "", true);
    expect(last().status).toEqual({ kind: "ready" });
    expect(last().messages).toHaveLength(2);
    expect(calls(last().messages[1])).toMatchObject([{ state: "output-available" }]);
    expect(textOf(last().messages[1])).toBe("a secret\n");
    expect(last().messages[1]?.metadata?.usage).toEqual({ inputTokens: 200, outputTokens: 40 });
  });

  test("answered no tells the model so, and reads nothing", async () => {
    const { session, last, call } = await asked();
    await session.approve(call?.toolCallId ?? "", false);
    expect(last().status).toEqual({ kind: "ready" });
    expect(calls(last().messages[1])).toMatchObject([{ state: "output-denied" }]);
    expect(textOf(last().messages[1])).toBe("The person did not allow this.");
  });

  test("can be answered after a reload, and after a command", async () => {
    const { last, load, call } = await asked();
    const reopened = open(load, { messages: JSON.parse(JSON.stringify(last().messages)) });
    reopened.session.addCommand({ line: "/skills list", output: "No skills found." });
    expect(reopened.last().status).toEqual({ kind: "asking" });
    await reopened.session.approve(call?.toolCallId ?? "", true);
    expect(reopened.last().messages.map(({ role }) => role)).toEqual(["user", "assistant", "system"]);
    expect(textOf(reopened.last().messages[1])).toBe("a secret\n");
  });

  test("that the person ignores is closed by the next message", async () => {
    const { session, last, provider } = await asked();
    provider.enqueue({ text: "never mind" });
    await session.send({ text: "something else" });
    expect(calls(last().messages[1])).toMatchObject([{ state: "output-error" }]);
    expect(textOf(last().messages[3])).toBe("never mind");
  });
});

describe("a conversation", () => {
  test("goes on from restored messages, with what was cut off marked", async () => {
    const restored: ChatMessage[] = [
      { id: "1", role: "user", parts: [{ type: "text", text: "before" }] },
      {
        id: "2",
        role: "assistant",
        parts: [
          { type: "step-start" },
          { type: "text", text: "let me look", state: "streaming" },
          { type: "tool-read_file", toolCallId: "x", state: "input-available", input: { path: "notes.txt" } },
        ],
      },
    ];
    const { provider, load } = await withAnthropic({ script: ({ said }) => ({ text: `you said ${said}` }) });
    const { session, last } = open(load, { messages: restored });
    await session.send({ text: "after" });
    expect(last().status).toEqual({ kind: "ready" });
    expect(calls(last().messages[1])).toMatchObject([{ state: "output-error", errorText: interruptedText }]);
    expect(textOf(last().messages[3])).toBe("you said after");
    expect(JSON.stringify(provider.requests[0]?.body)).toContain(interruptedText);
  });

  test("shows commands and never sends them", async () => {
    const { provider, load } = await withAnthropic({ script: () => ({ text: "ok" }) });
    const { session, last } = open(load);
    session.addCommand({ line: "/skills list", output: "No skills found." });
    await session.send({ text: "go" });
    expect(last().messages[0]?.parts).toEqual([
      { type: "data-command", data: { line: "/skills list", output: "No skills found." } },
    ]);
    expect(JSON.stringify(provider.requests[0]?.body)).not.toContain("No skills found.");
  });

  test("takes files, instructions and model as they are at each request", async () => {
    const { provider, load } = await withAnthropic({ script: () => ({ text: "ok" }) });
    let prompt = "first prompt";
    const { session } = open(load, { host: testHost({ instructions: () => ({ system: prompt }) }) });
    await session.send({ text: "go" });
    prompt = "second prompt";
    await session.send({ text: "go" });
    expect(provider.requests.map(({ body }) => JSON.stringify(body).includes("second prompt"))).toEqual([false, true]);
  });

  test("shows other messages while an answer streams, and nothing of it comes back", async () => {
    const { load } = await withAnthropic({ script: () => ({ text: "a b c d e f".repeat(20), pause: 2 }) });
    const { session, last, until } = open(load);
    const sent = session.send({ text: "go" });
    await until(({ status }) => status.kind === "streaming");
    session.show([]);
    await sent;
    expect(last()).toEqual({ messages: [], status: { kind: "ready" } });
  });

  test("keeps the objects of messages that do not change", async () => {
    const { session, seen, last } = open(demo);
    await session.send({ text: "pdf form" });
    const [question] = last().messages;
    expect(seen.every(({ messages }) => messages[0] === question)).toBe(true);
  });

  test("reports a fast stream less often than it arrives", async () => {
    const pieces = Array.from({ length: 500 }, () => ({ type: "text-delta" as const, id: "t", delta: "x" }));
    const usage = {
      inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 1, text: 1, reasoning: undefined },
    };
    const load: LoadModel = async () => ({
      label: modelLabel(demoChoice),
      model: {
        ...createDemoModel(),
        doStream: async () => ({
          stream: simulateReadableStream({
            chunks: [
              { type: "stream-start", warnings: [] },
              { type: "text-start", id: "t" },
              ...pieces,
              { type: "text-end", id: "t" },
              { type: "finish", finishReason: { unified: "stop", raw: undefined }, usage },
            ],
            initialDelayInMs: null,
            chunkDelayInMs: null,
          }),
        }),
      },
    });
    const { session, seen, last } = open(load);
    await session.send({ text: "go" });
    expect(textOf(last().messages[1])).toHaveLength(500);
    expect(seen.length).toBeLessThan(250);
  });
});

test("the fake providers' own rule finds the first path of either catalog", () => {
  const ask = (system: string) => readFirstSkill({ model: "", system, said: "", results: [], tools: [] });
  expect(ask("- a: b → read /a/SKILL.md")).toMatchObject({ calls: [{ input: { path: "/a/SKILL.md" } }] });
  expect(ask("<location>\n/b/SKILL.md\n</location>")).toMatchObject({ calls: [{ input: { path: "/b/SKILL.md" } }] });
});
