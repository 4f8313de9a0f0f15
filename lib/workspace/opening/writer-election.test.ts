import { describe, expect, it, vi } from "vitest";
import type { WorkspaceState } from "#lib/state/state.ts";
import { readText } from "#lib/vfs/files.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";

const skillText = "---\nname: greet\ndescription: Says hello\n---\n\nSay hello.\n";
const skillPath = "/workspace/.agents/skills/greet/SKILL.md";
const page = createPageFixture();

const isReady = ({ phase }: WorkspaceState) => phase.kind === "ready";
const isSaved = ({ storage }: WorkspaceState) => storage.kind === "saved";
const follows = ({ storage }: WorkspaceState) => storage.kind === "elsewhere";
const said = (state: WorkspaceState) => JSON.stringify(state.conversation.messages);

async function openTwo(): Promise<{ first: Workspace; second: Workspace }> {
  const first = page.openText(skillText);
  await until(first, (state) => isReady(state) && isSaved(state));
  const second = page.open();
  await until(second, (state) => isReady(state) && follows(state));
  return { first, second };
}

describe("a workspace open in two tabs", () => {
  it("is written by the first and followed by the second", async () => {
    const { first, second } = await openTwo();
    await first.actions.submit("/skills greet disable");
    await first.actions.chooseProfile("agentskills");
    const state = await until(second, ({ profileId }) => profileId === "agentskills");
    expect(said(state)).toContain("/skills greet disable");
    expect(follows(first.store.getState())).toBe(false);
  });

  it("is not changed by the second, which says so and keeps what was typed", async () => {
    const { first, second } = await openTwo();
    const before = second.store.getState();
    second.actions.setMessageText("/skills greet disable");
    await second.actions.submit("/skills greet disable");
    await second.actions.chooseProfile("agentskills");
    await second.actions.setSkillState(skillPath, "off");
    await second.actions.unmount(before.mounts[0]?.id ?? "");
    await second.actions.newConversation();
    const after = second.store.getState();
    expect(after).toMatchObject({
      messageText: "/skills greet disable",
      storage: { kind: "elsewhere", refused: true },
    });
    expect(after.files).toBe(before.files);
    expect(after.profileId).toBe(before.profileId);
    expect(said(first.store.getState())).toBe("[]");
  });

  it("lets the second look at another file without telling the first", async () => {
    const { first, second } = await openTwo();
    second.actions.openFile(skillPath, 2);
    await first.actions.chooseProfile("agentskills");
    const state = await until(second, ({ profileId }) => profileId === "agentskills");
    expect(state.selection.file?.path).toBe(skillPath);
    expect(first.store.getState().selection.file).toBeUndefined();
  });

  it("changes hands: the one that wrote saves what it had and follows", async () => {
    const { first, second } = await openTwo();
    await until(second, isReady);
    const telling = first.actions.submit("/skills greet disable");
    await second.actions.takeOver();
    await telling;
    const state = await until(second, isSaved);
    expect(said(state)).toContain("/skills greet disable");
    await until(first, follows);
    await second.actions.submit("/skills greet enable");
    await until(first, (one) => said(one).includes("/skills greet enable"));
  });

  it("changes hands with what was measured and typed in the first, above what was typed in the second", async () => {
    const { first, second } = await openTwo();
    await first.actions.keepEvals({ text: "say hello -> greet" });
    first.actions.setMessageText("half a message");
    second.actions.setMessageText("mine");
    await second.actions.takeOver();
    await until(second, isSaved);
    const { evals, messageText } = second.store.getState();
    expect(evals?.text).toBe("say hello -> greet");
    expect(messageText).toBe("half a message\nmine");
    await until(first, follows);
    second.actions.setMessageText("a whole message");
    await first.actions.takeOver();
    await until(first, isSaved);
    expect(first.store.getState().messageText).toBe("a whole message");
  });

  it("allows nothing in a conversation that another tab has begun", async () => {
    const { first, second } = await openTwo();
    await first.actions.submit("Hello");
    await first.actions.approve("none", true, { always: { operation: "write", scope: { kind: "conversation" } } });
    expect(first.store.getState().allowances.list).toHaveLength(1);
    await second.actions.takeOver();
    await until(second, isSaved);
    await until(first, follows);
    await second.actions.newConversation();
    await second.actions.submit("Hello again");
    const { conversationId } = second.store.getState();
    await until(first, (state) => state.conversationId === conversationId);
    expect(first.store.getState().allowances.list).toEqual([]);
  });

  it("is followed by the second while the first saves without a pause", async () => {
    const { first, second } = await openTwo();
    const channel = new BroadcastChannel(`skillground:${page.path}`);
    const saving = setInterval(() => channel.postMessage("saved"), 20);
    await first.actions.chooseProfile("agentskills");
    await until(second, ({ profileId }) => profileId === "agentskills");
    clearInterval(saving);
    channel.close();
    expect(second.store.getState().profileId).toBe("agentskills");
  });

  it("goes to the second when the first is closed", async () => {
    const { first, second } = await openTwo();
    await first.close();
    await until(second, isSaved);
    await second.actions.submit("/skills greet disable");
    expect(said(second.store.getState())).toContain("/skills greet disable");
  });

  it("shows all that the first had to save, however soon it is opened after that was closed", async () => {
    const first = page.openText(skillText);
    await until(first, (state) => isReady(state) && isSaved(state));
    const names = Array.from({ length: 40 }, (_, index) => `/home/user/${index}.md`);
    const writing = names.map((path) =>
      first.actions.applyFix({ label: "Note", moves: [], writes: [{ path, text: path }] }),
    );
    void first.close();
    const second = page.open();
    const { files } = await until(second, (state) => isReady(state) && isSaved(state));
    expect(names.map((path) => readText(files, path))).toEqual(names);
    await Promise.allSettled(writing);
  });

  it("goes on in memory when a person deletes it elsewhere", async () => {
    const { first } = await openTwo();
    const channel = new BroadcastChannel(`skillground:${page.path}`);
    channel.postMessage("removed");
    const state = await until(first, ({ storage }) => storage.kind === "memory");
    channel.close();
    expect(state.storage).toMatchObject({ failure: { code: "storage-gone" } });
  });
});

describe("a browser without locks", () => {
  it("takes the tab for the only one", async () => {
    vi.stubGlobal("navigator", {});
    const tab = page.openText(skillText);
    await until(tab, (state) => isReady(state) && isSaved(state));
    await tab.actions.submit("/skills greet disable");
    expect(said(tab.store.getState())).toContain("/skills greet disable");
  });
});

describe("a browser that refuses locks along with its storage", () => {
  it("takes the tab for the only one", async () => {
    const refuse = () => Promise.reject(new DOMException("denied", "SecurityError"));
    vi.stubGlobal("navigator", { locks: { request: refuse, query: refuse } });
    const tab = page.openText(skillText);
    await until(tab, (state) => isReady(state) && isSaved(state));
    await tab.actions.submit("/skills greet disable");
    expect(said(tab.store.getState())).toContain("/skills greet disable");
  });
});

describe("a lock that nobody has and that is granted late", () => {
  it("is not taken for another tab's", async () => {
    const request = async (_name: string, _options: LockOptions, hold: () => Promise<void>) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await hold();
    };
    vi.stubGlobal("navigator", { locks: { request, query: async () => ({ held: [] }) } });
    const tab = page.openText(skillText);
    const kinds = new Set<string>();
    tab.store.subscribe(({ storage }) => kinds.add(storage.kind));
    await until(tab, (state) => isReady(state) && isSaved(state));
    expect(kinds).not.toContain("elsewhere");
  });
});
