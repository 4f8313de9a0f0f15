import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readEarlierConversation } from "#lib/chat/conversations/stored-conversation.ts";
import { createDemoModel } from "#lib/chat/demo/demo-model.ts";
import { testHost } from "#lib/chat/host-fixture.ts";
import { answeredBy, type ChatMessage, longestReason } from "#lib/chat/message.ts";
import { modelLabel } from "#lib/chat/model-choice.ts";
import { demoChoice } from "#lib/chat/model-settings.ts";
import type { LoadedModel, LoadModel } from "#lib/chat/models/load-model.ts";
import { anthropic } from "#lib/chat/models/sources/anthropic.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { startAnthropicServer } from "#test/servers/providers/anthropic-server.ts";
import type { FakeProvider, FakeProviderOptions } from "#test/servers/providers/fake-provider.ts";
import type { ScriptedTurn } from "#test/servers/providers/model-script.ts";
import { calls, isPaused, open, textOf } from "./session-fixture.ts";

const running: FakeProvider[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(running.splice(0).map((provider) => provider.stop()));
});

async function withModel(options?: FakeProviderOptions) {
  const provider = await startAnthropicServer(options);
  running.push(provider);
  const load: LoadModel = async () => ({
    model: await anthropic.open({ model: "claude-haiku-4-5", key: "test-anthropic-key", baseUrl: provider.url }),
    label: modelLabel({ source: "anthropic", model: "claude-haiku-4-5" }),
  });
  return { provider, load };
}

const read: ScriptedTurn = { calls: [{ name: "read_file", input: { path: "notes.txt" } }] };

interface Sent {
  readonly messages: readonly { readonly role: string; readonly content: readonly { text?: string; type: string }[] }[];
}

function sentBy({ requests }: FakeProvider, index: number): Sent["messages"] {
  const { body } = requests.at(index) ?? {};
  return (body as Sent).messages;
}

/** The messages that a page finds when it opens the conversation again. */
function reloaded(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return (readEarlierConversation(JSON.parse(JSON.stringify(messages))) ?? []).map(({ message }) => message);
}

describe("a refusal before anything was said", () => {
  test.each([429, 503, 529])("with status %i is tried again by itself, and nothing is lost", async (status) => {
    const { provider, load } = await withModel();
    provider.enqueue(read, { status }, { status }, { text: "There." });
    const { session, seen, last } = open(load);
    await session.send({ text: "go" });
    expect(last().status).toEqual({ kind: "ready" });
    expect(textOf(last().messages[1])).toBe("There.");
    expect(calls(last().messages[1])).toHaveLength(1);
    expect(provider.requests).toHaveLength(4);
    const pauses = seen.flatMap(({ status: { kind, ...rest } }) =>
      "holdup" in rest && rest.holdup ? [rest.holdup] : [],
    );
    expect(new Set(pauses.map((holdup) => holdup.kind === "pause" && `${holdup.attempt} of ${holdup.of}`))).toEqual(
      new Set(["1 of 3", "2 of 3"]),
    );
  });

  test.each([
    ["a line that is cut", { text: "x", cutAfter: 0 }],
    ["an end in order", { endsEarly: true }],
    ["an error in the stream", { failsWith: "Overloaded" }],
  ])("as %s is tried again by itself", async (_, turn) => {
    const { provider, load } = await withModel();
    provider.enqueue(turn, { text: "There." });
    const { session, last } = open(load);
    await session.send({ text: "go" });
    expect(last().status).toEqual({ kind: "ready" });
    expect(textOf(last().messages[1])).toBe("There.");
  });

  test("is told when three tries have not helped", async () => {
    const { provider, load } = await withModel({ script: () => ({ status: 529 }) });
    const { session, last } = open(load);
    await session.send({ text: "go" });
    expect(provider.requests).toHaveLength(4);
    expect(last().status).toMatchObject({ kind: "failed", failure: { code: "model-busy", said: "Overloaded" } });
  });

  test("is tried again when the provider says, and when that is far off, the person is told", async () => {
    const { provider, load } = await withModel();
    provider.enqueue({ status: 429, headers: { "retry-after": "30" } }, { text: "There." });
    const { session, until, last } = open(load, { waits: true });
    const sent = session.send({ text: "go" });
    await until(isPaused);
    const { status } = last();
    const at = "holdup" in status && status.holdup?.kind === "pause" ? status.holdup.at : 0;
    expect(at - Date.now()).toBeGreaterThan(25_000);
    session.endHoldup();
    await sent;
    expect(textOf(last().messages[1])).toBe("There.");
    provider.enqueue({ status: 429, headers: { "retry-after": "600" } });
    await session.send({ text: "again" });
    expect(last().status).toMatchObject({ kind: "failed", failure: { code: "model-rate-limited", retryAfter: 600 } });
  });

  test("can be stopped while it waits", async () => {
    const { provider, load } = await withModel({ script: () => ({ status: 529 }) });
    const { session, until, last } = open(load, { waits: true });
    const sent = session.send({ text: "go" });
    await until(isPaused);
    session.stop();
    await sent;
    expect(last().status).toEqual({ kind: "interrupted" });
    expect(provider.requests).toHaveLength(1);
  });

  test("is not tried again where that cannot help", async () => {
    const { provider, load } = await withModel();
    provider.enqueue({ status: 429, message: "Your credit balance is too low. Go to Plans & Billing." });
    const { session, last } = open(load);
    await session.send({ text: "go" });
    expect(provider.requests).toHaveLength(1);
    expect(last().status).toMatchObject({ failure: { code: "model-refused", status: 402 } });
  });
});

describe("an answer that was cut off", () => {
  test.each([
    ["a cut line", { cutAfter: 2 }, "model-cut"],
    ["an end in order, but too early", { endsEarly: true }, "model-cut"],
    ["an error in the stream", { failsWith: "Overloaded" }, "model-busy"],
    ["the length that a model may write", { stops: "length" }, "model-unfinished"],
  ] as const)("by %s goes on with every finished step, and no tool runs again", async (_, cut, code) => {
    const { provider, load } = await withModel();
    provider.enqueue(read, { text: "one two three", ...cut });
    const { session, last } = open(load);
    await session.send({ text: "go" });
    expect(last().status).toMatchObject({ kind: "failed", failure: { code } });
    const came = textOf(last().messages[1]);
    expect(came).toMatch(/^one two/);
    provider.enqueue({ text: "four" });
    await session.proceed();
    expect(last().status).toEqual({ kind: "ready" });
    expect(last().messages).toHaveLength(2);
    expect(textOf(last().messages[1])).toBe(`${came}four`);
    expect(last().messages[1]?.parts.filter(({ type }) => type === "text")).toHaveLength(1);
    expect(calls(last().messages[1])).toHaveLength(1);
    const sent = sentBy(provider, -1);
    expect(JSON.stringify(sent)).toContain("three");
    expect(sent.at(-1)).toMatchObject({ role: "user", content: [{ text: expect.stringContaining("Go on exactly") }] });
    expect(JSON.stringify(last().messages)).not.toContain("Go on exactly");
  });

  test("by the page being closed is found as interrupted, and goes on", async () => {
    const { provider, load } = await withModel();
    provider.enqueue(read, { text: "one two three ".repeat(50), pause: 5 });
    const before = open(load);
    void before.session.send({ text: "go" });
    await before.until(({ messages }) => textOf(messages[1]).includes("one"));
    const kept = reloaded(before.last().messages);
    before.session.stop();
    const { session, last } = open(load, { messages: kept });
    session.addCommand({ line: "/skills", output: "None." });
    expect(last().status).toEqual({ kind: "interrupted" });
    provider.enqueue({ text: "the rest" });
    await session.proceed();
    expect(last().status).toEqual({ kind: "ready" });
    expect(textOf(last().messages[1])).toMatch(/^one.*the rest$/s);
    expect(calls(last().messages[1])).toMatchObject([{ state: "output-available" }]);
    expect(reloaded(last().messages)[1]?.metadata).not.toHaveProperty("isUnfinished");
  });

  test("in the middle of a call goes on without it being taken for done", async () => {
    const { provider, load } = await withModel();
    const cut: ChatMessage[] = [
      { id: "1", role: "user", parts: [{ type: "text", text: "go" }] },
      {
        id: "2",
        role: "assistant",
        metadata: { isUnfinished: true },
        parts: [
          { type: "step-start" },
          { type: "tool-read_file", toolCallId: "a", state: "input-streaming", input: { path: "no" } },
          { type: "step-start" },
          { type: "reasoning", text: "hm", state: "streaming" },
        ],
      },
    ];
    const { session, last } = open(load, { messages: reloaded(cut) });
    provider.enqueue({ text: "done" });
    await session.proceed();
    expect(last().status).toEqual({ kind: "ready" });
    expect(JSON.stringify(sentBy(provider, -1))).toContain('"content":"interrupted"');
  });

  test("by a failure still says why after a reload, until it is answered anew", async () => {
    const { provider, load } = await withModel();
    provider.enqueue({ status: 400, message: "This model is retired." });
    const before = open(load);
    await before.session.send({ text: "go" });
    const kept = reloaded(before.last().messages);
    const told = { failed: expect.stringContaining("This model is retired."), failedAs: "model-refused" };
    expect(kept.map(({ metadata }) => metadata)).toEqual([expect.objectContaining(told)]);
    const { session, last } = open(load, { messages: kept });
    provider.enqueue({ text: "done" });
    await session.retry();
    expect(last().messages.map(textOf)).toEqual(["go", "done"]);
    expect(Object.keys(reloaded(last().messages)[0]?.metadata ?? {})).toEqual(["createdAt"]);
  });

  test("by a server with a name without end is kept with a reason that is not as long", async () => {
    const choice = {
      source: "compatible",
      model: "m",
      baseUrl: `https://${"a".repeat(2 * longestReason)}.test`,
    } as const;
    const host = testHost({ models: () => ({ choice, keys: {} }) });
    const { session, last } = open(() => Promise.reject(new TypeError("fetch failed")), { host });
    await session.send({ text: "go" });
    expect(last().messages[0]?.metadata?.failed).toHaveLength(longestReason);
  });

  test("is gone on with by another model, which is told beside the first, and gets nothing that the first has signed", async () => {
    const { provider, load } = await withModel();
    const another: LoadModel = async (models, ...rest) => {
      const loaded = await load(models, ...rest);
      return { ...loaded, label: modelLabel({ source: "anthropic", model: "another" }) };
    };
    let answering = load;
    const { session, last } = open((...asked) => answering(...asked));
    provider.enqueue({ ...read, thought: "hm" }, { text: "one two three", cutAfter: 2 });
    await session.send({ text: "go" });
    answering = another;
    provider.enqueue({ text: "four" });
    await session.proceed();
    const models = (message: ChatMessage | undefined) => message && answeredBy(message).map(({ model }) => model);
    expect(models(last().messages[1])).toEqual(["claude-haiku-4-5", "another"]);
    expect(models(reloaded(last().messages)[1])).toEqual(["claude-haiku-4-5", "another"]);
    await session.send({ text: "on" });
    expect(JSON.stringify(sentBy(provider, -1))).not.toContain("signature");
    answering = load;
    await session.retry();
    expect(models(last().messages.at(-1))).toEqual(["claude-haiku-4-5"]);
  });

  test("is answered again by the script, which cannot go on in the middle of its text", async () => {
    const slow = createDemoModel({ delay: 1 });
    const scripted = { model: slow, label: modelLabel(demoChoice) };
    const { session, until, last } = open(async () => scripted);
    const sent = session.send({ text: "fill this form" });
    await until(({ messages }) => textOf(messages[1]).includes("I would use"));
    session.stop();
    await sent;
    await session.proceed();
    const text = textOf(last().messages[1]);
    expect(text.match(/Demo model/g)).toHaveLength(1);
    expect(text).toContain("I would use the skill **pdf-forms**");
    expect(text).toContain("I am a script, so I stop here");
  });

  test("of a model is left as it is where the script answers in its place", async () => {
    const { provider, load } = await withModel();
    let answering = load;
    const { session, last } = open((...asked) => answering(...asked));
    provider.enqueue({ text: "one two three", cutAfter: 2 });
    await session.send({ text: "fill this form" });
    answering = async () => ({ model: createDemoModel({ delay: 0 }), label: modelLabel(demoChoice) });
    await session.proceed();
    const texts = last().messages[1]?.parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
    expect(texts).toEqual([expect.stringMatching(/^one two/), expect.stringContaining("I would use the skill")]);
    expect(last().messages[1]?.metadata?.begunBy).toHaveLength(1);
  });

  test("before anything had come is answered anew", async () => {
    const { provider, load } = await withModel();
    const messages: ChatMessage[] = [{ id: "1", role: "user", parts: [{ type: "text", text: "go" }] }];
    const { session, last } = open(load, { messages });
    provider.enqueue({ text: "done" });
    await session.proceed();
    expect(last().messages.map(textOf)).toEqual(["go", "done"]);
  });
});

describe("an answer that says nothing", () => {
  test.each([
    ["of no words", {}, "empty"],
    ["of blanks after a tool's result", { text: " \n" }, "empty"],
    ["that the provider withheld", { stops: "content-filter" }, "withheld"],
  ] as const)("%s is said to be none", async (name, turn, why) => {
    const { provider, load } = await withModel();
    if (name.includes("tool")) provider.enqueue(read);
    provider.enqueue(turn);
    const { session, last } = open(load);
    await session.send({ text: "go" });
    expect(last().status).toMatchObject({ kind: "failed", failure: { code: "model-unfinished", why } });
  });
});

test("silence of a minute is told, borne for another on request, and over with the next word", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const ready = Promise.withResolvers<void>();
  const { session, last } = open(() => withModelOf(ready.promise), { waits: true });
  const sent = session.send({ text: "go" });
  await vi.advanceTimersByTimeAsync(1000);
  expect(last().status).toEqual({ kind: "waiting" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(last().status).toEqual({ kind: "waiting", holdup: { kind: "silence" } });
  session.endHoldup();
  expect(last().status).toEqual({ kind: "waiting", holdup: undefined });
  await vi.advanceTimersByTimeAsync(60_500);
  expect(last().status).toMatchObject({ holdup: { kind: "silence" } });
  ready.resolve();
  await vi.advanceTimersByTimeAsync(100);
  await sent;
  expect(last().status).toEqual({ kind: "ready" });
});

/** A model that says one word once `ready` resolves. */
async function withModelOf(ready: Promise<void>): Promise<LoadedModel> {
  const none = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
  const usage = { inputTokens: none, outputTokens: { total: undefined, text: undefined, reasoning: undefined } };
  const parts: LanguageModelV4StreamPart[] = [
    { type: "stream-start", warnings: [] },
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", delta: "hello" },
    { type: "text-end", id: "t" },
    { type: "finish", finishReason: { unified: "stop", raw: "stop" }, usage },
  ];
  const stream = new ReadableStream<LanguageModelV4StreamPart>({
    async start(controller) {
      await ready;
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  const model = { ...createDemoModel(), doStream: async () => ({ stream }) };
  return { model, label: modelLabel({ source: "anthropic", model: "claude-haiku-4-5" }) };
}

describe("an answer without an end", () => {
  test.each([
    ["of words", { text: `${"word".repeat(1000)} `.repeat(1100) }, "4 million characters"],
    [
      "of tool calls",
      { calls: Array.from({ length: 10_000 }, () => ({ name: "read_file", input: { path: "notes.txt" } })) },
      "256 tool calls",
    ],
  ])("%s is ended, and none of its calls is made", async (_, turn, excess) => {
    const { provider, load } = await withModel();
    provider.enqueue(turn);
    const { session, last } = open(load);
    await session.send({ text: "go" });
    expect(last().status).toMatchObject({ kind: "failed", failure: { code: "model-failed" } });
    expect(JSON.stringify(last().status)).toContain(excess);
    expect(calls(last().messages[1]).filter(({ state }) => state === "output-available")).toEqual([]);
    expect(provider.requests).toHaveLength(1);
  });

  test("but for its calls of a tool that does not exist ends after twelve steps", async () => {
    const { provider, load } = await withModel({ script: () => ({ calls: [{ name: "bash", input: {} }] }) });
    const { session, last } = open(load);
    await session.send({ text: "go" });
    expect(provider.requests).toHaveLength(12);
    expect(last().status).toMatchObject({ failure: { code: "model-unfinished", why: "steps" } });
    provider.enqueue({ text: "I give up." });
    await session.proceed();
    expect(last().status).toEqual({ kind: "ready" });
  });
});

describe("results of tools", () => {
  test("are left out by themselves before the window is full, with a mark where that happened", async () => {
    const long = "/workspace/long.txt";
    const host = testHost({
      instructions: () => ({ system: "Read." }),
      files: () => textFiles({ [long]: "a word or two\n".repeat(1500) }),
      models: () => ({ choice: { source: "anthropic", model: "m" }, keys: {}, window: 20_000 }),
    });
    const readLong = (offset: number): ScriptedTurn => ({
      calls: [{ name: "read_file", input: { path: long, offset } }],
    });
    const { provider, load } = await withModel();
    provider.enqueue(...[1, 2, 3, 4, 5, 6].map(readLong), { text: "done" });
    const { session, last } = open(load, { host });
    await session.send({ text: "go" });
    expect(last().status).toEqual({ kind: "ready" });
    const sizes = provider.requests.map(({ body }) => JSON.stringify(body).length);
    expect(Math.max(...sizes)).toBeLessThan(120_000);
    const answer = last().messages[1];
    const marks = answer?.parts.flatMap((part) => (part.type === "data-trim" ? [part.data] : [])) ?? [];
    expect(marks.length).toBeGreaterThan(0);
    expect(calls(answer)).toHaveLength(6);
    const sent = JSON.stringify(sentBy(provider, -1));
    expect(sent.split("[Left out to save room.").length - 1).toBe(marks.flatMap((mark) => mark.calls).length);
    // Results that the model has not seen yet are kept.
    expect(JSON.stringify(sentBy(provider, -1).at(-1))).toContain("a word or two");
  });

  test("are left out on one click when the conversation has become too long, and it goes on", async () => {
    const { provider, load } = await withModel();
    provider.enqueue(read, { calls: [{ name: "list_files", input: { path: "." } }] }, { status: 400 });
    const { session, last } = open(load);
    await session.send({ text: "go" });
    expect(last().status).toMatchObject({ failure: { code: "model-too-long" } });
    provider.enqueue({ text: "done" });
    await session.proceedTrimmed();
    expect(last().status).toEqual({ kind: "ready" });
    const sent = JSON.stringify(sentBy(provider, -1));
    expect(sent).toContain("[Left out to save room.");
    expect(sent).not.toContain("one\\\\ntwo");
    expect(sent).toContain("notes.txt (");
    expect(last().messages[1]?.parts.filter(({ type }) => type === "data-trim")).toHaveLength(1);
    expect(reloaded(last().messages)).toHaveLength(2);
    provider.enqueue({ text: "and on" });
    await session.send({ text: "next" });
    expect(JSON.stringify(sentBy(provider, -1))).toContain("[Left out to save room.");
  });
});
