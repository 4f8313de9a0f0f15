import { IDBFactory } from "fake-indexeddb";
import { describe, expect, it, vi } from "vitest";
import type { WorkspaceState } from "#lib/state/state.ts";
import { openStorage } from "#lib/storage/persistence.ts";
import { readText } from "#lib/vfs/files.ts";
import { createPageFixture, until } from "./page-fixture.ts";

const skillText = "---\nname: greet\ndescription: Says hello to $1\n---\n\nSay hello to $ARGUMENTS.\n";
const page = createPageFixture();
const openText = () => page.openText(skillText);
const isReady = ({ phase }: WorkspaceState) => phase.kind === "ready";
const isSettled = ({ phase }: WorkspaceState) => phase.kind === "ready" || phase.kind === "offered";
const loadedNames = ({ view }: WorkspaceState) => view.discovery.skills.map(({ name }) => name);

describe("a workspace", () => {
  it("mounts pasted text as a skill beside the harness's bundled ones", async () => {
    const state = await until(openText(), isReady);
    expect(loadedNames(state)).toEqual(expect.arrayContaining(["code-review", "git-helper", "greet"]));
    expect(state.view.catalog.text).toContain("- greet: Says hello to $1 → /workspace/.agents/skills/greet/SKILL.md");
    expect(state.title).toBe("greet");
  });

  it("tells, once its files are mounted, that their skills are read", async () => {
    const workspace = openText();
    const told: unknown[] = [];
    workspace.store.subscribe(({ activity }) => activity.kind === "cloning" && told.push(activity.progress));
    await until(workspace, isReady);
    expect(told.at(-1)).toEqual({ phase: "skills", done: 1 });
  });

  it("says that something is saved only once it is", async () => {
    const workspace = openText();
    const standing = () => workspace.store.getState().storage.kind;
    await until(workspace, ({ mounts }) => mounts.length > 0);
    expect(standing()).toBe("saving");
    const { mounts } = await until(workspace, (state) => isReady(state) && state.storage.kind === "saved");
    const { actions } = workspace;
    for (const change of [
      () => actions.setSkillState("/workspace/.agents/skills/greet/SKILL.md", "off"),
      () => actions.chooseProfile("agentskills"),
      () => actions.unmount(mounts[0]?.id ?? ""),
      () => actions.undoMount(),
    ]) {
      const changing = change();
      await Promise.resolve();
      expect(standing()).toBe("saving");
      await changing;
      await until(workspace, ({ storage }) => storage.kind === "saved");
    }
  });

  it("switches a skill off through the harness's own file, and back on by its command", async () => {
    const workspace = openText();
    await until(workspace, isReady);
    await workspace.actions.setSkillState("/workspace/.agents/skills/greet/SKILL.md", "off");
    const off = workspace.store.getState();
    expect(readText(off.files, "/home/user/.keen/skills/config.json")).toBe(
      '{\n  "is_enabled": {\n    "greet": false\n  }\n}\n',
    );
    expect(off.view.catalog.text).not.toContain("- greet:");
    await workspace.actions.submit("/skills greet enable");
    const on = workspace.store.getState();
    expect(on.view.catalog.text).toContain("- greet:");
    expect(JSON.stringify(on.conversation.messages)).toContain('✓ Skill \\"greet\\" enabled');
  });

  it("sends the model what the harness makes of a slash command", async () => {
    const workspace = openText();
    await until(workspace, isReady);
    await workspace.actions.submit("/greet Ann Bob");
    const [message] = workspace.store.getState().conversation.messages;
    expect(message?.metadata?.typed).toBe("/greet Ann Bob");
    expect(JSON.stringify(message?.parts)).toContain("[Activate skill: greet]");
    expect(JSON.stringify(message?.parts)).toContain("Say hello to Ann Bob.");
  });

  it("says which servers the page may reach, in place of sending to another", async () => {
    const workspace = openText();
    await until(workspace, (state) => isReady(state) && state.serverOrigins !== undefined);
    const choice = { source: "compatible", baseUrl: "https://elsewhere.example/v1", model: "m" } as const;
    await workspace.actions.setModels({ choice, keys: {} });
    await workspace.actions.submit("hello");
    const { status } = workspace.store.getState().conversation;
    expect(status).toMatchObject({ failure: { code: "model-blocked", provider: "elsewhere.example" } });
    expect(JSON.stringify(status)).toContain("https://llm.example");
  });

  it("comes back as it was left: files, harness, state, selection, conversation", async () => {
    const first = openText();
    await until(first, isReady);
    await first.actions.submit("/skills greet disable");
    await first.actions.chooseProfile("agentskills");
    first.actions.openFile("/workspace/.agents/skills/greet/SKILL.md", 2);
    await until(first, ({ storage }) => storage.kind === "saved");
    await first.close();

    const state = await until(page.open(), isReady);
    expect(state.profileId).toBe("agentskills");
    expect(loadedNames(state)).toContain("greet");
    expect(state.selection.file).toEqual({ path: "/workspace/.agents/skills/greet/SKILL.md", line: 2 });
    expect(JSON.stringify(state.conversation.messages)).toContain("/skills greet disable");
    expect(readText(state.files, "/home/user/.keen/skills/config.json")).toContain('"greet": false');
  });

  it("goes on in memory where this browser keeps nothing, and says so", async () => {
    vi.stubGlobal("indexedDB", undefined);
    const state = await until(openText(), (one) => isReady(one) && one.storage.kind === "memory");
    expect(loadedNames(state)).toContain("greet");
    expect(state.storage).toMatchObject({ failure: { code: "storage-missing" } });
  });

  it("compares what every harness makes of it, tells how far it is, and stops when asked", async () => {
    const workspace = openText();
    await until(workspace, isReady);
    const told: string[] = [];
    const onProgress = (done: number, total: number) => told.push(`${done} of ${total}`);
    const comparison = await workspace.actions.compareHarnesses({ onProgress });
    const total = comparison?.columns.length ?? 0;
    expect(told).toEqual(Array.from({ length: total + 1 }, (_, done) => `${done} of ${total}`));
    expect(comparison?.columns.every(({ tokens, catalog }) => tokens > 0 === (catalog.text !== ""))).toBe(true);
    const greet = comparison?.skills.find(({ folder }) => folder === "greet");
    expect(greet).toMatchObject({ source: "greet", path: "/greet/SKILL.md" });
    expect(greet?.verdicts[0]).toMatchObject({ kind: "loaded", name: "greet" });

    const leaving = new AbortController();
    const stopped = workspace.actions.compareHarnesses({
      signal: leaving.signal,
      onProgress: (done) => done === 1 && leaving.abort(),
    });
    expect(await stopped).toBeUndefined();
  });

  it("compares with harnesses that are started without skills, where they have a switch for it", async () => {
    const workspace = openText();
    await until(workspace, isReady);
    const kinds = async () => {
      const comparison = await workspace.actions.compareHarnesses();
      const greet = comparison?.skills.find(({ folder }) => folder === "greet");
      return comparison?.columns.map(({ profileId }, at) => `${profileId}: ${greet?.verdicts[at]?.kind}`) ?? [];
    };
    const before = await kinds();
    await workspace.actions.setNoSkills(true);
    const after = await kinds();
    expect(after.filter((kind) => !before.includes(kind))).toEqual(["kodelet: off"]);
  });

  it("shows what a link with a prompt opens before mounting it, and never sends the prompt", async () => {
    const workspace = page.open({ path: "/try/first-look", search: "?prompt=Commit%20my%20work" });
    const { phase, mounts } = await until(workspace, (state) => state.phase.kind === "offered");
    expect(phase).toMatchObject({ offer: { pinned: true, prompt: "Commit my work" } });
    expect(mounts).toEqual([]);
    await workspace.actions.acceptOffer();
    const state = workspace.store.getState();
    expect(state.phase.kind).toBe("ready");
    expect(state.messageText).toBe("Commit my work");
    expect(state.conversation.messages).toEqual([]);
  });

  it("asks nothing when it is opened again in the tab where its person agreed, saved or not", async () => {
    const address = { path: "/try/first-look", search: "?prompt=Commit%20my%20work" };
    const { actions, close, store } = page.open(address);
    await until({ store }, ({ phase }) => phase.kind === "offered");
    const accepting = actions.acceptOffer();
    vi.stubGlobal("indexedDB", new IDBFactory());
    await accepting;
    await close();
    const { phase, messageText } = await until(page.open(address), isSettled);
    expect([phase.kind, messageText]).toEqual(["ready", "Commit my work"]);
    vi.stubGlobal("sessionStorage", undefined);
    expect((await until(page.open({ ...address, path: "/try/arguments" }), isSettled)).phase.kind).toBe("offered");
  });

  it("asks nothing of a sample with its own prompt", async () => {
    const search = `?prompt=${encodeURIComponent("Review src/invoice.ts before I merge it")}`;
    const { phase, messageText } = await until(page.open({ path: "/try/first-look", search }), isSettled);
    expect([phase.kind, messageText]).toEqual(["ready", "Review src/invoice.ts before I merge it"]);
  });

  it.each([
    ["csv-tools", "office-day", "/workspace/.agents/skills/csv-tools/SKILL.md"],
    ["test-generator", "bundled", undefined],
  ])("finds the sample that holds the skill %s, and shows it", async (skill, sample, location) => {
    const { mounts, selection } = await until(page.open({ path: `/try/${skill}` }), isReady);
    expect(mounts[0]?.source).toEqual({ kind: "sample", sample });
    if (location) expect(selection.skill).toBe(location);
    else expect(selection.skill).toMatch(/test-generator/);
  });

  it("keeps what was open when another source fails, and what was given for it", async () => {
    const workspace = openText();
    const before = await until(workspace, isReady);
    expect(before.unopened).toBeUndefined();
    const source = { kind: "sample", sample: "no-such-sample" } as const;
    await workspace.actions.mount({ kind: "source", source, given: "get no-such-sample" });
    const after = workspace.store.getState();
    expect(after.unopened).toBe("get no-such-sample");
    expect(after.activity).toMatchObject({ kind: "failed", failure: { code: "sample-missing" } });
    expect(after.mounts).toEqual(before.mounts);
    expect(loadedNames(after)).toEqual(loadedNames(before));
  });

  it.each([
    ["/gh/acme", "link-refused"],
    ["/gh/acme/skills@a..b", "link-refused"],
    ["/try/First", "link-refused"],
    ["/local/not here", "link-refused"],
    ["/local/unknown", "workspace-missing"],
  ])("says what is wrong with %s, and keeps nothing for it", async (path, code) => {
    const workspace = page.open({ path });
    const { phase } = await until(workspace, ({ phase: { kind } }) => kind !== "restoring");
    expect(phase).toMatchObject({ kind: "refused", failure: { code } });
    await workspace.actions.chooseProfile("agentskills");
    await workspace.close();
    expect(await (await openStorage()).list()).toEqual([]);
  });

  it("says which parts of a link it does not understand, or does not have", async () => {
    const workspace = page.open({ path: "/try/first-look", search: "?file=../x&profile=nobody&skill=nothing" });
    const { losses } = await until(workspace, isReady);
    expect(losses.flatMap((loss) => (loss.kind === "link" ? loss.names : []))).toEqual(["profile", "file", "skill"]);
  });

  it("takes a mount out again", async () => {
    const workspace = openText();
    const { mounts } = await until(workspace, isReady);
    const id = mounts[0]?.id ?? "";
    // A second click, before the row is gone, takes nothing from the first.
    await Promise.all([workspace.actions.unmount(id), workspace.actions.unmount(id)]);
    expect(loadedNames(workspace.store.getState())).not.toContain("greet");
    await workspace.actions.undoMount();
    expect(loadedNames(workspace.store.getState())).toContain("greet");
  });
});
