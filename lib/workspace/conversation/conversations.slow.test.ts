import { describe, expect, it } from "vitest";
import { conversationName } from "#lib/chat/conversations/conversation.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import { openStorage } from "#lib/storage/persistence.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import { withRecords } from "#test/browser-database.ts";
import type { Found } from "./conversations.ts";

const skillText = "---\nname: greet\ndescription: Says hello to people\n---\n\nSay hello to $ARGUMENTS.\n";
const page = createPageFixture();
const isReady = ({ phase }: WorkspaceState) => phase.kind === "ready";

async function openPage(): Promise<Workspace> {
  const workspace = page.openText(skillText);
  await until(workspace, isReady);
  return workspace;
}

/** Closes the page and opens it again. */
async function reload(workspace: Workspace): Promise<Workspace> {
  await workspace.close();
  const again = page.open();
  await until(again, isReady);
  return again;
}

const stateOf = ({ store }: Workspace) => store.getState();
const messagesIn = (workspace: Workspace) => stateOf(workspace).conversation.messages;
const textOf = ({ parts }: ChatMessage) => parts.map((part) => (part.type === "text" ? part.text : "")).join("");
/** The person's messages in the branch on show. */
const said = (workspace: Workspace) => messagesIn(workspace).flatMap((one) => (one.role === "user" ? textOf(one) : []));
const names = (workspace: Workspace) => stateOf(workspace).conversations.map(({ name }) => name);
const idOf = (workspace: Workspace, name: string) =>
  stateOf(workspace).conversations.find((one) => one.name === name)?.id ?? "";
const idSaid = (workspace: Workspace, text: string) =>
  messagesIn(workspace).find((message) => textOf(message) === text)?.id ?? "";

async function search({ actions }: Workspace, query: string, signal = new AbortController().signal): Promise<Found[]> {
  const found: Found[] = [];
  for await (const one of actions.searchConversations(query, signal)) found.push(one);
  return found;
}

describe("several conversations", () => {
  it("are named after their first request, listed by use, and kept apart over a reload", async () => {
    const workspace = await openPage();
    await workspace.actions.submit("first of all");
    await workspace.actions.submit("and more");
    await workspace.actions.newConversation();
    expect(messagesIn(workspace)).toEqual([]);
    await workspace.actions.submit("something else");
    expect(names(workspace)).toEqual(["something else", "first of all"]);
    const again = await reload(workspace);
    expect(said(again)).toEqual(["something else"]);
    await again.actions.openConversation(idOf(again, "first of all"));
    expect(said(again)).toEqual(["first of all", "and more"]);
    expect(said(await reload(again))).toEqual(["first of all", "and more"]);
  });

  it("begin anew once only, and an empty one is not listed", async () => {
    const workspace = await openPage();
    const before = stateOf(workspace).conversationId;
    await workspace.actions.newConversation();
    expect(stateOf(workspace).conversationId).toBe(before);
    await workspace.actions.submit("hello");
    await workspace.actions.newConversation();
    expect(names(workspace)).toEqual(["hello"]);
    expect(messagesIn(await reload(workspace))).toEqual([]);
  });

  it("take a name, whatever it holds, and lose it again", async () => {
    const workspace = await openPage();
    await workspace.actions.submit("hello");
    await workspace.actions.newConversation();
    await workspace.actions.submit("other");
    const hostile = `<img src=x onerror=alert(1)>\u202e${"long ".repeat(100)}\n\u0000end`;
    await workspace.actions.renameConversation(idOf(workspace, "hello"), hostile);
    const [, name = ""] = names(workspace);
    expect(name).toBe(conversationName(hostile));
    expect([...name].length).toBe(120);
    expect(name).not.toMatch(/[\n\0]/);
    const again = await reload(workspace);
    expect(names(again)).toEqual(["other", name]);
    await again.actions.openConversation(idOf(again, name));
    await again.actions.submit("and on");
    expect(names(again)).toEqual([name, "other"]);
    await again.actions.renameConversation(idOf(again, name), "  ");
    expect(names(again)).toEqual(["hello", "other"]);
  });

  it("are deleted, the last one too, and brought back", async () => {
    const workspace = await openPage();
    await workspace.actions.submit("one");
    await workspace.actions.newConversation();
    await workspace.actions.submit("two");
    await workspace.actions.removeConversation(idOf(workspace, "two"));
    expect(said(workspace)).toEqual(["one"]);
    await workspace.actions.removeConversation(idOf(workspace, "one"));
    expect(names(workspace)).toEqual([]);
    expect(messagesIn(workspace)).toEqual([]);
    expect(stateOf(workspace).removedConversation?.name).toBe("one");
    await workspace.actions.undoRemoval();
    expect(stateOf(workspace).removedConversation).toBeUndefined();
    const again = await reload(workspace);
    expect(names(again)).toEqual(["one"]);
    expect(said(again)).toEqual(["one"]);
    await again.actions.submit("and on");
    expect(said(again)).toEqual(["one", "and on"]);
  });

  it("are shown as chosen last, where one is still read", async () => {
    const workspace = await openPage();
    await workspace.actions.submit("one");
    await workspace.actions.newConversation();
    await workspace.actions.submit("two");
    const again = await reload(workspace);
    const opening = again.actions.openConversation(idOf(again, "one"));
    await again.actions.newConversation();
    await opening;
    expect(said(again)).toEqual([]);
    const first = again.actions.openConversation(idOf(again, "one"));
    await Promise.all([first, again.actions.openConversation(idOf(again, "two"))]);
    expect(said(again)).toEqual(["two"]);
  });

  it("are found by what was said in them", async () => {
    const workspace = await openPage();
    await workspace.actions.submit("about Aardvarks\nand their burrows");
    await workspace.actions.newConversation();
    await workspace.actions.submit("nothing of the kind");
    const again = await reload(workspace);
    const found = await search(again, "BURROWS");
    expect(found).toEqual([
      { id: idOf(again, "about Aardvarks and their burrows"), excerpt: expect.stringContaining("their burrows") },
    ]);
    await again.actions.submit(`${"🦓".repeat(20)} stripes`);
    expect((await search(again, "stripes"))[0]?.excerpt).toBe(`…${"🦓".repeat(14)} stripes`);
    expect(await search(again, "zebra")).toEqual([]);
    expect(await search(again, "nothing", AbortSignal.abort())).toEqual([]);
  });

  it("are 500, and opening reads the messages of one alone", async () => {
    const workspace = await openPage();
    await workspace.actions.submit("the last");
    await workspace.close();
    await withRecords((records) => {
      for (let number = 0; number < 500; number++) {
        const message = { id: "a", role: "user", parts: [{ type: "text", text: `Request ${number}` }] };
        const head = {
          name: `Request ${number}`,
          isNamed: false,
          createdAt: number,
          usedAt: number,
          count: 1,
          shown: 0,
        };
        records.put(head, ["conversation", page.path, `c${number}`]);
        // None of these records is read before its conversation is opened.
        records.put(number === 7 ? { parent: -1, message } : "broken", ["message", page.path, `c${number}`, 0]);
      }
    });
    const again = page.open();
    await until(again, isReady);
    expect(stateOf(again).conversations).toHaveLength(501);
    expect(said(again)).toEqual(["the last"]);
    await again.actions.openConversation("c7");
    expect(said(again)).toEqual(["Request 7"]);
    await again.actions.openConversation("c8");
    expect(said(again)).toEqual(["Request 7"]);
    expect(stateOf(again).losses).toEqual([{ kind: "conversation" }]);
    expect(stateOf(again).conversations).toHaveLength(500);
    expect(await (await openStorage()).aside()).toEqual([{ workspaceId: page.path, isWhole: false }]);
  });
});

describe("a workspace from before there were several", () => {
  it("opens with its one conversation, which goes on and keeps what it had", async () => {
    const workspace = await openPage();
    await workspace.close();
    const earlier = [
      { id: "1", role: "user", parts: [{ type: "text", text: "long ago" }], metadata: { createdAt: 1000 } },
      { id: "2", role: "assistant", parts: [{ type: "text", text: "an answer" }], metadata: { createdAt: 2000 } },
    ];
    await withRecords((records) => {
      const key = ["workspace", page.path];
      const request = records.get(key);
      request.onsuccess = () => {
        const { conversation: _, ...state } = request.result.state;
        records.put({ ...request.result, state }, key);
      };
      records.put(earlier, ["conversation", page.path]);
    });
    const again = page.open();
    await until(again, isReady);
    expect(messagesIn(again)).toEqual(earlier);
    expect(stateOf(again).conversations).toMatchObject([{ name: "long ago", count: 2, createdAt: 1000, usedAt: 2000 }]);
    await again.actions.newConversation();
    await again.actions.submit("today");
    await again.actions.openConversation(idOf(again, "long ago"));
    expect(messagesIn(again)).toEqual(earlier);
    await again.actions.submit("and now");
    const once = await reload(again);
    expect(said(once)).toEqual(["long ago", "and now"]);
    expect(names(once)).toEqual(["long ago", "today"]);
    let keys: IDBValidKey[] = [];
    await withRecords((records) => {
      const request = records.getAllKeys();
      request.onsuccess = () => {
        keys = request.result;
      };
    });
    expect(keys).toContainEqual(["conversation", page.path, "first"]);
    expect(keys).not.toContainEqual(["conversation", page.path]);
  });
});

describe("a message that is edited", () => {
  it("begins another branch, which is walked, gone on with and kept", async () => {
    const workspace = await openPage();
    const { actions } = workspace;
    await actions.submit("one");
    await actions.submit("two");
    const before = messagesIn(workspace);
    await actions.editMessage(idSaid(workspace, "two"), "two, but different");
    expect(said(workspace)).toEqual(["one", "two, but different"]);
    expect(messagesIn(workspace).slice(0, 2)).toEqual(before.slice(0, 2));
    await actions.walkBranches(idSaid(workspace, "two, but different"), -1);
    expect(messagesIn(workspace)).toEqual(before);
    await actions.walkBranches(idSaid(workspace, "two"), -1);
    expect(said(workspace)).toEqual(["one", "two"]);
    await actions.walkBranches(idSaid(workspace, "two"), 1);
    await actions.submit("three");
    await actions.editMessage(idSaid(workspace, "one"), "uno");
    const again = await reload(workspace);
    expect(said(again)).toEqual(["uno"]);
    await again.actions.walkBranches(idSaid(again, "uno"), -1);
    expect(said(again)).toEqual(["one", "two, but different", "three"]);
    expect(names(again)).toEqual(["one"]);
  });

  it("stays as it was where the person stops it before anything is sent", async () => {
    const workspace = await openPage();
    const { actions, store } = workspace;
    await actions.submit("one");
    await actions.submit("two");
    const before = messagesIn(workspace);
    const editing = actions.editMessage(idSaid(workspace, "one"), "other");
    await until(workspace, ({ conversation }) => conversation.status.kind === "waiting");
    actions.stop();
    await editing;
    expect(store.getState().messageText).toBe("other");
    expect(messagesIn(workspace)).toEqual(before);
  });

  it("keeps the answer before, where it is only answered again", async () => {
    const workspace = await openPage();
    await workspace.actions.submit("one");
    await workspace.actions.submit("/skills");
    const [, answer] = messagesIn(workspace);
    await workspace.actions.retry();
    const messages = messagesIn(workspace);
    expect(messages.map(({ role }) => role)).toEqual(["user", "system", "assistant"]);
    await workspace.actions.walkBranches(messages[1]?.id ?? "", -1);
    expect(messagesIn(workspace)[1]).toEqual(answer);
  });
});

describe("a conversation as a file", () => {
  it("comes back with its branches, and tells harness, skills, tools and tokens", async () => {
    const workspace = await openPage();
    const { actions } = workspace;
    await actions.submit("say hello to people");
    await actions.editMessage(idSaid(workspace, "say hello to people"), "/greet Ann");
    const id = stateOf(workspace).conversationId;
    await actions.renameConversation(id, "Greetings");
    const file = await actions.exportConversation(id, "json");
    const content = JSON.parse((await file?.text()) ?? "");
    expect(file?.name).toBe("Greetings.conversation.json");
    expect(content).toMatchObject({
      format: "skillground-conversation",
      version: 1,
      name: "Greetings",
      context: {
        harness: { id: stateOf(workspace).profileId },
        skills: [{ name: "greet" }],
        tools: { read_file: expect.any(Number) },
        tokens: { inputTokens: expect.any(Number) },
        models: ["Demo model (scripted, not an AI)"],
      },
    });
    const before = stateOf(workspace);
    await actions.removeConversation(id);
    expect(await actions.importConversation(file as File)).toBeUndefined();
    const again = await reload(workspace);
    const { branches, conversations, conversation } = stateOf(again);
    expect(branches).toEqual(before.branches);
    expect(conversation).toEqual(before.conversation);
    expect(conversations).toMatchObject([{ name: "Greetings", isNamed: true }]);
    expect(conversations[0]?.id).not.toBe(id);
  });

  it("is Markdown to read, whose marks nothing in it can end", async () => {
    const workspace = await openPage();
    await workspace.actions.submit("say hello to people");
    await workspace.actions.submit("/skills ```` # no");
    await workspace.actions.attach([new File(["blue"], "a_b.txt"), new File(["red"], "c.txt")]);
    await workspace.actions.submit("and these");
    const file = await workspace.actions.exportConversation(stateOf(workspace).conversationId, "markdown");
    const text = (await file?.text()) ?? "";
    expect(file?.name).toBe("say-hello-to-people.md");
    expect(text).toMatch(/^# say hello to people\n\n- Workspace: .*\n- Sources: .*\n- Harness: Keen Code\n/);
    expect(text).toContain("## You\n\nsay hello to people\n\n## Answer by Demo model");
    expect(text).toContain("## You\n\nand these\n\nAttached: a\\_b.txt, c.txt\n\n## Answer");
    expect(text).toContain("**read\\_file**\n\n```json\n");
    expect(text).toMatch(/\n`````\n❯ \/skills ```` # no\n/);
  });

  it.each([
    ["no JSON", "{", "damaged"],
    ["another format", '{"format":"x"}', "not a conversation"],
    ["a newer version", '{"format":"skillground-conversation","version":2}', "newer version"],
    ["a message after itself", fileWith([{ parent: 0, message: text("1") }]), "damaged"],
    [
      "a message after a later one",
      fileWith([
        { parent: 1, message: text("1") },
        { parent: -1, message: text("2") },
      ]),
      "damaged",
    ],
    ["a message of no shape", fileWith([{ parent: -1, message: { id: "1" } }]), "damaged"],
    ["a reason of a megabyte", fileWith([{ parent: -1, message: failedFor("x".repeat(1_000_000)) }]), "damaged"],
    ["a reason that is no text", fileWith([{ parent: -1, message: failedFor({}) }]), "damaged"],
    ["nothing said", fileWith([]), "it is empty"],
    [
      "a name of a megabyte",
      fileWith([{ parent: -1, message: text("1") }], { name: "x".repeat(1_000_000) }),
      "damaged",
    ],
    ["brackets a thousandfold", "[".repeat(1000), "nested too deeply"],
  ])("is refused with %s, and nothing changes", async (_, json, reason) => {
    const workspace = await openPage();
    const failure = await workspace.actions.importConversation(new File([json], "x.json"));
    expect(failure).toMatchObject({ code: "conversation-file-refused", reason: expect.stringContaining(reason) });
    expect(names(workspace)).toEqual([]);
  });

  it("is not before what was said since, where its file is dated in the future", async () => {
    const workspace = await openPage();
    const later = Date.now() + 1e12;
    const file = fileWith([{ parent: -1, message: text("1") }], { name: "later", createdAt: later, usedAt: later });
    await workspace.actions.importConversation(new File([file], "x.json"));
    await workspace.actions.newConversation();
    await workspace.actions.submit("say hello");
    expect(names(workspace)).toEqual(["say hello", "later"]);
  });

  it("has ids of its own where two messages claim one", async () => {
    const workspace = await openPage();
    const twice = fileWith([
      { parent: -1, message: text("1") },
      { parent: 0, message: text("1") },
    ]);
    await workspace.actions.importConversation(new File([twice], "x.json"));
    expect(messagesIn(workspace)).toHaveLength(2);
    expect(new Set(messagesIn(workspace).map(({ id }) => id)).size).toBe(2);
  });
});

function text(id: string): ChatMessage {
  return { id, role: "user", parts: [{ type: "text", text: "hello" }] };
}

function failedFor(failed: unknown): object {
  return { ...text("1"), metadata: { failed } };
}

function fileWith(messages: readonly object[], more: object = {}): string {
  const head = {
    format: "skillground-conversation",
    version: 1,
    name: "",
    createdAt: 1,
    usedAt: 2,
    shown: messages.length - 1,
  };
  return JSON.stringify({ ...head, messages, ...more });
}
