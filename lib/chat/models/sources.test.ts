import { describe, expect, test } from "vitest";
import { calls, open, textOf } from "#lib/chat/turns/session-fixture.ts";
import type { ScriptedTurn } from "#test/servers/providers/model-script.ts";
import { startResponsesServer } from "#test/servers/providers/responses-server.ts";
import { completions, createFakes, direct, key, type Wire, ways, wires } from "#test/wires.ts";
import { modelSourceById, modelSources } from "./sources.ts";

const start = createFakes();

const read: ScriptedTurn = { thought: "hm", calls: [{ name: "read_file", input: { path: "notes.txt" } }] };

describe("a conversation by the wire format of", () => {
  test.each(ways)(
    "$name: what the model thought comes back as it was signed, and stays through a reload",
    async ({ wire, load }) => {
      const provider = await start(wire);
      provider.enqueue(read, { text: "There are three lines." }, read, { text: "Still three." });
      const { session, last } = open(load(wire, provider));
      await session.send({ text: "How many lines?" });
      expect(last().status).toEqual({ kind: "ready" });
      const reopened = open(load(wire, provider), { messages: JSON.parse(JSON.stringify(last().messages)) });
      await reopened.session.send({ text: "Sure?" });
      expect(reopened.last().status).toEqual({ kind: "ready" });
      const [, first, , second] = reopened.last().messages;
      expect([textOf(first), textOf(second)]).toEqual(["There are three lines.", "Still three."]);
      expect(calls(second)).toMatchObject([{ state: "output-available", output: { text: "one\ntwo\nthree\n" } }]);
      expect(first?.parts.find(({ type }) => type === "reasoning")).toMatchObject({ text: "hm" });
      expect(provider.requests).toHaveLength(4);
    },
  );

  test.each(ways)("$name: what came from its cache is counted", async ({ wire, load }) => {
    const provider = await start(wire);
    provider.enqueue({ text: "hi", cached: 80 });
    const { session, last } = open(load(wire, provider));
    await session.send({ text: "hello" });
    expect(last().messages[1]?.metadata?.usage).toEqual({ inputTokens: 100, outputTokens: 20, cachedTokens: 80 });
  });

  test.each(ways)("$name: an end that is none is told, and what had come is kept", async ({ wire, load }) => {
    const provider = await start(wire);
    for (const [turn, failure] of [
      [
        { text: "half an", stops: "length" },
        { code: "model-unfinished", why: "length" },
      ],
      [
        { text: "half an", stops: "content-filter" },
        { code: "model-unfinished", why: "withheld" },
      ],
      [{ text: "half an", endsEarly: true }, {}],
    ] as const) {
      provider.enqueue(turn);
      const { session, last } = open(load(wire, provider));
      await session.send({ text: "go" });
      expect(last().status).toMatchObject({ kind: "failed", failure });
      expect(textOf(last().messages[1])).toBe("half an");
      expect(JSON.stringify(last().status)).toMatch(/model-cut|model-unfinished/);
    }
  });

  test.each(ways)("$name: a refusal is told in the provider's own words, without the key", async ({ wire, load }) => {
    const provider = await start(wire);
    provider.enqueue({ status: 403, message: `The key ${key.slice(0, 8)}… may not use this model.` });
    const { session, last } = open(load(wire, provider));
    await session.send({ text: "go" });
    const { status } = last();
    expect(status).toMatchObject({ kind: "failed", failure: { code: "model-refused", status: 403 } });
    expect(JSON.stringify(status)).toContain("may not use this model.");
    expect(JSON.stringify(status)).not.toMatch(/"provider":"(OpenAI|Anthropic|this server)"/);
  });
});

describe("OpenAI's newest models", () => {
  test("are asked by the Responses API, of which chat completions would refuse the same", async () => {
    const newest = { source: "openai", model: "gpt-5-mini" } as const;
    const provider = await start({ start: completions("newest-openai") });
    const asCompatible = open(direct({ ...wires[4], ...newest, source: "compatible" } as Wire, provider));
    await asCompatible.session.send({ text: "go" });
    expect(asCompatible.last().status).toMatchObject({ failure: { code: "model-refused", status: 400 } });
    const right = await start({ start: () => startResponsesServer({ key }) });
    const { session, last } = open(direct(wires[1] as Wire, right));
    await session.send({ text: "go" });
    expect(last().status).toEqual({ kind: "ready" });
    expect(right.requests[0]).toMatchObject({ url: "/v1/responses", body: { store: false } });
  });
});

describe("Anthropic's prompt cache", () => {
  test("is asked for behind the system prompt and behind the last message, at every step", async () => {
    const wire = wires[0] as Wire;
    const provider = await start(wire);
    provider.enqueue(read, { text: "done" });
    const { session } = open(direct(wire, provider));
    await session.send({ text: "go" });
    const mark = { cache_control: { type: "ephemeral" } };
    for (const { body } of provider.requests) {
      const { system, messages } = body as { system: object[]; messages: { content: object[] }[] };
      expect(system.at(-1)).toMatchObject(mark);
      expect(messages.at(-1)?.content.at(-1)).toMatchObject(mark);
      expect(JSON.stringify(body).split("cache_control")).toHaveLength(3);
    }
  });
});

describe("a compatible host", () => {
  const wire = wires[4] as Wire;

  test("may send arguments as an object", async () => {
    const provider = await start({ start: completions("object-arguments") });
    provider.enqueue({ calls: [{ name: "read_file", input: { path: "notes.txt" } }] }, { text: "done" });
    const { session, last } = open(direct(wire, provider));
    await session.send({ text: "go" });
    expect(calls(last().messages[1])).toMatchObject([{ state: "output-available", input: { path: "notes.txt" } }]);
  });

  test.each([
    ["<think>Let me see.</think>\n\nThree lines.", "Three lines.", "Let me see."],
    ["  <think>\nLet </thin me see.</think>Three <think> lines.", "Three <think> lines.", "\nLet </thin me see."],
    ["<think>Never closed", "", "Never closed"],
    ["Write <think> before it.</think>", "Write <think> before it.</think>", undefined],
    ["<thinker> is a tag", "<thinker> is a tag", undefined],
    ["<", "<", undefined],
  ])("may think aloud in tags: %j", async (said, text, thought) => {
    const provider = await start(wire);
    provider.enqueue({ text: said });
    const { session, last } = open(direct(wire, provider));
    await session.send({ text: "go" });
    const [, answer] = last().messages;
    expect(textOf(answer)).toBe(text);
    const folded = answer?.parts.flatMap((part) => (part.type === "reasoning" ? [part.text] : [])) ?? [];
    expect(folded.join("") || undefined).toBe(thought);
  });

  test("may say nothing of the tokens", async () => {
    const provider = await start(wire);
    provider.enqueue({ text: "hi", withoutUsage: true });
    const { session, last } = open(direct(wire, provider));
    await session.send({ text: "go" });
    expect(last().messages[1]?.metadata?.usage).toEqual({});
  });

  test.each([
    [
      "an unknown tool",
      { name: "bash", input: { command: "ls" } },
      "There is no tool bash. The tools are read_file, list_files, grep.",
    ],
    [
      "arguments that are no JSON",
      { name: "read_file", json: "notes.txt, please" },
      "are not a JSON object (notes.txt, please)",
    ],
    ["arguments cut in the middle", { name: "read_file", json: '{"path": "notes' }, "are not a JSON object"],
    ["arguments that do not fit", { name: "read_file", json: '{"file": "notes.txt"}' }, "do not fit: path:"],
  ])("learns in one sentence what is wrong with %s", async (_, call, sentence) => {
    const provider = await start(wire);
    provider.enqueue({ calls: [call] }, { text: "I see." });
    const { session, last } = open(direct(wire, provider));
    await session.send({ text: "go" });
    expect(last().status).toEqual({ kind: "ready" });
    const sent = JSON.stringify(provider.requests[1]?.body);
    expect(sent).toContain(sentence);
    expect(sent).not.toMatch(/AI_|zod|invalid_type|Type validation/i);
  });

  test.each([
    ["in a fence", { name: "read_file", json: '```json\n{"path": "notes.txt"}\n```' }],
    ["with a comma at the end", { name: "read_file", json: '{"path": "notes.txt",}' }],
    ["written as a text", { name: "read_file", json: '"{\\"path\\": \\"notes.txt\\"}"' }],
    ["under another spelling of the tool", { name: "functions.readFile", input: { path: "notes.txt" } }],
  ])("may write a call %s", async (_, call) => {
    const provider = await start(wire);
    provider.enqueue({ calls: [call] }, { text: "done" });
    const { session, last } = open(direct(wire, provider));
    await session.send({ text: "go" });
    expect(calls(last().messages[1])).toMatchObject([{ type: "tool-read_file", state: "output-available" }]);
  });
});

test("what one model has thought and signed is not sent to another", async () => {
  const [first, , , , other] = wires as readonly [Wire, Wire, Wire, Wire, Wire];
  const provider = await start(first);
  provider.enqueue(read, { text: "done" });
  const { session, last } = open(direct(first, provider));
  await session.send({ text: "go" });
  const next = await start(other);
  next.enqueue({ text: "hi" });
  const reopened = open(direct(other, next), { messages: last().messages });
  await reopened.session.send({ text: "and you?" });
  expect(reopened.last().status).toEqual({ kind: "ready" });
  expect(JSON.stringify(next.requests[0]?.body)).not.toMatch(/reasoning|signature|hm/);
});

test("every source says what it costs, and where what is said goes", () => {
  expect(new Set(modelSources.map(({ id }) => id)).size).toBe(modelSources.length);
  for (const source of modelSources) {
    expect(modelSourceById(source.id)).toBe(source);
    // The page's policy must allow requests to it.
    expect(source.endpoint ?? "https://").toMatch(/^https:\/\//);
    expect(source.about).toMatch(/\.$/);
    // The costs are clauses that make one line.
    for (const cost of Object.values(source.costs)) expect(cost).toMatch(/^\S.*[^.;]$/);
  }
});
