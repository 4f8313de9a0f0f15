import { afterEach, describe, expect, test } from "vitest";
import { skillFile, testHost } from "#lib/chat/host-fixture.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import { modelLabel } from "#lib/chat/model-choice.ts";
import type { LoadModel } from "#lib/chat/models/load-model.ts";
import { anthropic } from "#lib/chat/models/sources/anthropic.ts";
import type { ChatHost, Conversation, SkillToolOffer, WriteRequest, WriteToolOffer } from "#lib/chat/session.ts";
import { toolCallOf } from "#lib/chat/tool-call.ts";
import { createChatSession } from "#lib/chat/turns/create-session.ts";
import { startAnthropicServer } from "#test/servers/providers/anthropic-server.ts";
import type { FakeProvider } from "#test/servers/providers/fake-provider.ts";
import type { ScriptedTurn } from "#test/servers/providers/model-script.ts";
import { reachOf } from "./reach.ts";
import { executeWrite } from "./write-tools.ts";

const running: FakeProvider[] = [];
afterEach(() => Promise.all(running.splice(0).map((provider) => provider.stop())));

const schema = {
  type: "object",
  properties: { skill: { type: "string", description: "Which" } },
  required: ["skill"],
  additionalProperties: false,
};

/** A tool that hands out `pdf` once, and nothing else. */
const skillTool: SkillToolOffer = {
  name: "Skill",
  description: "Hands out skills.",
  schema,
  call(input, { names }) {
    const asked = String((input as { skill?: unknown }).skill);
    const shows = { call: `Skill(${asked})`, result: "shown" };
    if (asked !== "pdf") return { text: `no ${asked}`, refused: true, shows };
    if (names.has("pdf")) return { text: "already", refused: true, shows };
    return { text: "Instructions.", skill: { name: "pdf", location: skillFile }, shows };
  },
};

function writeTool(name: string, done: WriteRequest[]): WriteToolOffer {
  return {
    kind: "write",
    name,
    async run(request) {
      done.push(request);
      return { kind: "written", output: `Wrote ${request.path}.` };
    },
  };
}

/** A session whose model plays `turns`. */
async function open(changes: Partial<ChatHost>, ...turns: ScriptedTurn[]) {
  const provider = await startAnthropicServer({ script: () => ({ text: "done" }) });
  running.push(provider);
  provider.enqueue(...turns);
  const load: LoadModel = async () => ({
    model: await anthropic.open({ model: "claude-haiku-4-5", key: "test-anthropic-key", baseUrl: provider.url }),
    label: modelLabel({ source: "anthropic", model: "claude-haiku-4-5" }),
  });
  let conversation: Conversation = { messages: [], status: { kind: "ready" } };
  const onChange = (next: Conversation) => {
    conversation = next;
  };
  const session = createChatSession({ host: testHost(changes), messages: [], onChange }, load);
  return { session, provider, last: () => conversation, calls: () => callsOf(conversation.messages) };
}

function callsOf(messages: readonly ChatMessage[]) {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => toolCallOf(part) ?? []));
}

const load = (skill: unknown): ScriptedTurn => ({ calls: [{ name: "Skill", input: { skill } }] });
const write = (path: string): ScriptedTurn => ({ calls: [{ name: "put", input: { path, content: "x" } }] });

describe("the harness's own tool", () => {
  test("is offered with its own schema, and the model reads its text alone", async () => {
    const { session, provider, calls } = await open({ skillTool: () => skillTool }, load("pdf"));
    await session.send({ text: "go" });
    expect(provider.requests[0]?.body).toMatchObject({
      tools: expect.arrayContaining([
        expect.objectContaining({ name: "Skill", description: "Hands out skills.", input_schema: schema }),
      ]),
    });
    expect(JSON.stringify(provider.requests[1]?.body)).toContain("Instructions.");
    expect(JSON.stringify(provider.requests[1]?.body)).not.toContain("shown");
    expect(calls()).toMatchObject([
      { state: "done", shows: { call: "Skill(pdf)" }, output: { skill: { name: "pdf" } } },
    ]);
  });

  test("knows in one turn, and in the next, what it has handed out", async () => {
    const twice = { calls: [...(load("pdf").calls ?? []), ...(load("pdf").calls ?? [])] };
    const { session, provider, calls } = await open(
      { skillTool: () => skillTool },
      twice,
      { text: "done" },
      load("pdf"),
    );
    await session.send({ text: "go" });
    await session.send({ text: "again" });
    expect(calls().map(({ state, error }) => error ?? state)).toEqual(["done", "already", "already"]);
    expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain('"already"');
  });

  test("forgets when the answer is asked for again", async () => {
    const { session, provider, calls } = await open({ skillTool: () => skillTool }, load("pdf"));
    await session.send({ text: "go" });
    provider.enqueue(load("pdf"));
    await session.retry();
    expect(calls()).toMatchObject([{ state: "done" }]);
  });

  test("refuses in the harness's words, whatever it is given", async () => {
    const { session, provider, calls } = await open({ skillTool: () => skillTool }, load(5));
    await session.send({ text: "go" });
    expect(calls()).toMatchObject([{ state: "failed", error: "no 5", output: undefined }]);
    expect(JSON.stringify(provider.requests[1]?.body)).toContain('"no 5"');
  });

  test("still reads to the model as it did after another harness was chosen", async () => {
    let offer: SkillToolOffer | undefined = skillTool;
    const { session, provider } = await open({ skillTool: () => offer }, load("pdf"));
    await session.send({ text: "go" });
    offer = undefined;
    await session.send({ text: "on" });
    const body = JSON.stringify(provider.requests.at(-1)?.body);
    expect(body).toContain("Instructions.");
    expect(body).not.toContain("shown");
    expect(body).not.toContain("Hands out skills.");
  });
});

describe("a write", () => {
  test("always waits for the person, and is done once it is allowed", async () => {
    const done: WriteRequest[] = [];
    const { session, last, calls } = await open({ writeTools: () => [writeTool("put", done)] }, write("notes.txt"));
    await session.send({ text: "go" });
    expect(last().status).toEqual({ kind: "asking" });
    expect(done).toEqual([]);
    await session.approve(calls()[0]?.id ?? "", true);
    expect(done).toEqual([{ path: "notes.txt", content: "x" }]);
    expect(calls()).toMatchObject([{ state: "done", output: { text: "Wrote notes.txt." } }]);
  });

  test("is not done when the person denies it", async () => {
    const done: WriteRequest[] = [];
    const { session, last, calls } = await open({ writeTools: () => [writeTool("put", done)] }, write("notes.txt"));
    await session.send({ text: "go" });
    await session.approve(calls()[0]?.id ?? "", false);
    expect(done).toEqual([]);
    expect(calls()).toMatchObject([{ state: "denied" }]);
    expect(last().status).toEqual({ kind: "ready" });
  });

  test("that the harness denies asks nobody, and the model reads why", async () => {
    const done: WriteRequest[] = [];
    const { session, calls } = await open({ writeTools: () => [writeTool("put", done)] }, write("/etc/hosts"));
    await session.send({ text: "go" });
    const error = "Writing /etc/hosts is not allowed: it is a system folder.";
    expect(calls()).toMatchObject([{ state: "failed", error }]);
    expect(done).toEqual([]);
  });

  test("allowed after its harness was left is refused, and the conversation goes on", async () => {
    const done: WriteRequest[] = [];
    let tools = [writeTool("put", done)];
    const { session, last, calls } = await open({ writeTools: () => tools }, write("notes.txt"));
    await session.send({ text: "go" });
    tools = [];
    await session.approve(calls()[0]?.id ?? "", true);
    expect(done).toEqual([]);
    expect(calls()).toMatchObject([{ state: "failed", error: "The harness has no tool put any more." }]);
    expect(last().status).toEqual({ kind: "ready" });
  });

  test("shows in the system prompt of the next turn, and not before", async () => {
    let prompt = "before";
    const tool = writeTool("put", []);
    const writing: WriteToolOffer = {
      ...tool,
      run(request) {
        prompt = "after";
        return tool.run(request);
      },
    };
    const host = { writeTools: () => [writing], instructions: () => ({ system: `It is ${prompt} the write.` }) };
    const { session, provider, calls } = await open(host, write("notes.txt"), load("pdf"));
    await session.send({ text: "go" });
    await session.approve(calls()[0]?.id ?? "", true);
    const told = provider.requests.map(({ body }) => /It is (\w+) the write/.exec(JSON.stringify(body))?.[1]);
    expect(told).toEqual(["before", "before", "before"]);
    await session.send({ text: "and now" });
    expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain("It is after the write");
  });
});

function fileWriter(done: WriteRequest[] = []): WriteToolOffer {
  return {
    kind: "write",
    name: "write_file",
    run: async (request) => {
      done.push(request);
      return { kind: "written", output: `Wrote ${request.path}.` };
    },
  };
}

const callWriter = (input: unknown, changes: Partial<ChatHost> = {}) =>
  executeWrite(input, reachOf(testHost(changes)), fileWriter());

test("the model reads what the tool prints", async () => {
  const done: WriteRequest[] = [];
  const output = await executeWrite({ path: "new/a.md", content: "x" }, reachOf(testHost()), fileWriter(done));
  expect(output).toEqual({ text: "Wrote new/a.md." });
  expect(done).toEqual([{ path: "new/a.md", content: "x" }]);
});

test.each([
  ["/etc/hosts", "Writing /etc/hosts is not allowed: it is a system folder."],
  [".agents/skills", "/workspace/.agents/skills is a folder."],
  [`${skillFile}/x`, `${skillFile} is a file, so nothing can be below it.`],
  [".git/config", "/workspace/.git/config belongs to git, which is no part of this tree."],
])("%s is refused: %s", async (path, sentence) => {
  await expect(callWriter({ path, content: "x" })).rejects.toThrow(sentence);
});

test("what the tool refuses becomes the call's error", async () => {
  const refusing: WriteToolOffer = { ...fileWriter(), run: async () => ({ kind: "refused", reason: "Not there." }) };
  const input = { path: "notes.txt", old_string: "x", new_string: "y" };
  await expect(executeWrite(input, reachOf(testHost()), refusing)).rejects.toThrow("Not there.");
});

test("a write that waits for a file's content ends where the person stops the answer", async () => {
  const host = testHost();
  const files = { ...reachOf(host).files, whenSettled: () => new Promise<void>(() => undefined) };
  const stopping = new AbortController();
  const input = { path: "a.md", content: "x" };
  const writing = executeWrite(input, { ...reachOf(host), files }, fileWriter(), { signal: stopping.signal });
  stopping.abort(new Error("stopped"));
  await expect(writing).rejects.toThrow("stopped");
});

test("an input that is none is refused", async () => {
  await expect(callWriter({ path: "a" })).rejects.toThrow("write_file cannot make sense of its input.");
});
