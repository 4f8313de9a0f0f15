import { afterEach, describe, expect, it } from "vitest";
import type { Branches } from "#lib/chat/conversations/conversation.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import { openStorage } from "#lib/storage/persistence.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import type { FakeProvider } from "#test/servers/providers/fake-provider.ts";
import type { ScriptedTurn } from "#test/servers/providers/model-script.ts";
import { startOpenAiServer } from "#test/servers/providers/openai-server.ts";

const skillText = "---\nname: greet\ndescription: Says hello to people\n---\n\nSay hello to $ARGUMENTS.\n";
const page = createPageFixture();
let provider: FakeProvider | undefined;
afterEach(() => provider?.stop());

const isReady = ({ phase }: WorkspaceState) => phase.kind === "ready";
const slow = { text: "one two three four five ".repeat(100), pause: 10 } satisfies ScriptedTurn;
const read: ScriptedTurn = {
  calls: [{ name: "read_file", input: { path: "/workspace/.agents/skills/greet/SKILL.md" } }],
};

async function openWithModel(...turns: ScriptedTurn[]) {
  const server = await startOpenAiServer({ script: () => ({ text: "Done." }) });
  provider = server;
  server.enqueue(...turns);
  const workspace = page.openText(skillText);
  await until(workspace, isReady);
  const choice = { source: "compatible", baseUrl: server.url, model: "gpt-test" } as const;
  const keys = { [new URL(server.url).origin]: "test-openai-key" };
  await workspace.actions.setModels({ choice, keys });
  return { workspace, server, choice };
}

function textIn(messages: readonly ChatMessage[]): string {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "text" ? [part.text] : []))).join("\n");
}

/** The messages that a page would find if it were opened now. */
async function onDisk(): Promise<readonly ChatMessage[]> {
  const storage = await openStorage();
  const [id = ""] = (await storage.load(page.path))?.conversations.keys() ?? [];
  const nodes = (await storage.conversation(page.path, id))?.messages ?? [];
  return (nodes as Branches).map(({ message }) => message);
}

/** Queued lines, with nothing attached. */
const lines = (...texts: string[]) => texts.map((text) => ({ text, attachments: [] }));

describe("a conversation", () => {
  it("is kept while an answer grows: each step at once, its words within the second", async () => {
    const { workspace } = await openWithModel(read, slow);
    const asked = workspace.actions.submit("read it");
    await until(workspace, ({ conversation }) => textIn(conversation.messages).includes("one"));
    await expect.poll(async () => JSON.stringify(await onDisk())).toContain("Say hello to");
    await expect.poll(async () => textIn(await onDisk())).toContain("two three");
    const [, answer] = await onDisk();
    expect(answer?.metadata?.isUnfinished).toBe(true);
    workspace.actions.stop();
    await asked;
    await workspace.close();
    const reopened = page.open();
    const { conversation } = await until(reopened, isReady);
    expect(conversation.status).toEqual({ kind: "interrupted" });
    expect(textIn(conversation.messages)).toContain("two three");
  });

  it("goes on after a reload with what was cut off, and keeps the steps before", async () => {
    const { workspace, server, choice } = await openWithModel(read, slow);
    const asked = workspace.actions.submit("read it");
    await until(workspace, ({ conversation }) => textIn(conversation.messages).includes("two"));
    workspace.actions.stop();
    await asked;
    await workspace.close();
    const reopened = page.open();
    const state = await until(reopened, isReady);
    expect(state.models).toEqual({ choice, keys: {} });
    await reopened.actions.setModels({ choice, keys: { [new URL(server.url).origin]: "test-openai-key" } });
    await reopened.actions.proceed();
    const { messages, status } = reopened.store.getState().conversation;
    expect(status).toEqual({ kind: "ready" });
    expect(textIn(messages)).toMatch(/one two[\s\S]*Done\.$/);
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain("Say hello to");
  });

  it("sends what was typed meanwhile when the answer is done, in its order", async () => {
    const { workspace, server } = await openWithModel({ text: "one two three four", pause: 20 });
    const { actions, store } = workspace;
    const first = actions.submit("first");
    await until(workspace, ({ conversation }) => conversation.status.kind === "streaming");
    actions.setMessageText("second");
    await actions.submit("second");
    await actions.submit("third");
    await actions.submit("not this");
    expect(store.getState()).toMatchObject({ messageText: "", queued: lines("second", "third", "not this") });
    actions.unqueue(2);
    expect(store.getState()).toMatchObject({ messageText: "not this", queued: lines("second", "third") });
    actions.unqueue(1);
    expect(store.getState()).toMatchObject({ messageText: "third\nnot this", queued: lines("second") });
    actions.setMessageText("");
    await actions.submit("third");
    expect(server.requests).toHaveLength(1);
    await first;
    const { conversation, queued } = store.getState();
    expect(queued).toEqual([]);
    const said = conversation.messages.filter(({ role }) => role === "user");
    expect(textIn(said)).toBe("first\nsecond\nthird");
  });

  it("keeps what waits when an answer is stopped, until the person sends it", async () => {
    const { workspace } = await openWithModel(slow);
    const { actions, store } = workspace;
    const first = actions.submit("first");
    await until(workspace, ({ conversation }) => conversation.status.kind === "streaming");
    await actions.submit("second");
    actions.stop();
    await first;
    expect(store.getState().queued).toEqual(lines("second"));
    await actions.sendQueued();
    expect(store.getState().queued).toEqual([]);
    expect(textIn(store.getState().conversation.messages)).toMatch(/second\nDone\.$/);
  });

  it("keeps what waits also when a line is stopped before it is sent", async () => {
    const { workspace, server } = await openWithModel(slow);
    const { actions, store } = workspace;
    const first = actions.submit("first");
    await actions.submit("second");
    actions.stop();
    await first;
    expect(store.getState()).toMatchObject({ messageText: "first", queued: lines("second") });
    expect(server.requests).toHaveLength(0);
  });
});

describe("a reload", () => {
  it("leaves the chosen model, without its key, and everything typed and not sent", async () => {
    const { workspace, choice } = await openWithModel(slow);
    await workspace.actions.setModels({ ...workspace.store.getState().models, window: 50_000 });
    const first = workspace.actions.submit("first");
    await until(workspace, ({ conversation }) => conversation.status.kind === "streaming");
    await workspace.actions.submit("second");
    await workspace.actions.attach([new File(["with this"], "queued.txt")]);
    await workspace.actions.submit("third");
    workspace.actions.setMessageText("half a thou");
    await workspace.actions.attach([new File(["pasted"], "pasted.txt"), new File([new Uint8Array([0, 1])], "a.bin")]);
    workspace.actions.stop();
    await first;
    expect(workspace.store.getState().attachRefusal).toMatch(/^a\.bin is not text, a picture or a PDF/);
    await workspace.close();
    const state = await until(page.open(), isReady);
    const pasted = { name: "pasted.txt", mediaType: "text/plain", bytes: 6, text: "pasted" };
    const queued = { name: "queued.txt", mediaType: "text/plain", bytes: 9, text: "with this" };
    expect(state).toMatchObject({
      messageText: "half a thou",
      attachments: [pasted],
      queued: [...lines("second"), { text: "third", attachments: [queued] }],
    });
    expect(state.models).toEqual({ choice, keys: {}, window: 50_000 });
  });

  it("takes no model from a record that makes no sense", async () => {
    for (const kept of [
      "{",
      '{"choice":{"source":"elsewhere","model":"m"}}',
      '{"choice":{"source":"compatible","model":"m"}}',
    ]) {
      localStorage.setItem("skillground.model", kept);
      expect(page.open({ path: `/local/${kept.length}-more` }).store.getState().models.choice.source).toBe("demo");
    }
  });
});
