import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readText } from "#lib/vfs/files.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import { startTestServer, type TestServer } from "#test/servers/clone-from-server.ts";
import { createRepository } from "#test/servers/git-repository.ts";
import { ThreadlessWorker } from "#test/servers/threadless-worker.ts";

const skill = (name: string, does: string) => `---\nname: ${name}\ndescription: ${does}\n---\nDo $ARGUMENTS.\n`;

let server: TestServer;
let source: GitSource;
beforeAll(async () => {
  server = await startTestServer();
  createRepository(server.root, "acme/mixed", {
    ".agents/skills/own/SKILL.md": skill("own", "Makes plugins."),
    "plugins/draw/skills/draw-map/SKILL.md": skill("draw-map", "Maps. Use when the user wants to draw a map."),
    "plugins/draw/skills/draw-map/colours.md": "Blue.\n",
    "plugins/broken/skills/broken/SKILL.md": "no frontmatter",
    ".agents/plugins/marketplace.json": '{"name": "shop", "plugins": [{"name": "kit", "source": "./plugins/kit"}]}',
    "plugins/kit/.codex-plugin/plugin.json": '{"name": "kit"}',
    "plugins/kit/skills/one/SKILL.md": skill("one", "Counts things."),
    "plugins/kit/skills/two/SKILL.md": skill("two", "Counts others."),
  });
  source = server.source("acme/mixed");
  createRepository(server.root, "acme/commands", {
    ".claude-plugin/plugin.json": '{"name": "ship"}',
    "commands/release.md": "---\ndescription: Releases it.\n---\nDo it.\n",
  });
});
afterAll(() => server.stop());

const page = createPageFixture();
let workspace: Workspace;
beforeEach(async () => {
  vi.stubGlobal("Worker", ThreadlessWorker);
  workspace = await open();
  await until(workspace, ({ activity }) => activity.kind === "installed");
  await workspace.actions.chooseProfile("keen");
  await workspace.actions.chooseWay("as-it-lies");
});

async function open(): Promise<Workspace> {
  const opened = page.open({ own: true, incoming: { kind: "source", source } });
  await until(opened, ({ phase }) => phase.kind === "ready");
  return opened;
}

const state = () => workspace.store.getState();
const mounted = () => state().view.discovery.skills.filter(({ location }) => location.startsWith("/workspace"));
const names = () => mounted().map(({ name }) => name);
const lost = "/workspace/plugins/draw/skills/draw-map/SKILL.md";
const installed = "/workspace/.agents/skills/draw-map/SKILL.md";

describe("the way in which skills are counted", () => {
  it("is as installed where most of them lie elsewhere, and as it lies by one click, which is kept", async () => {
    const fresh = page.open({ path: "/local/fresh", own: true, incoming: { kind: "source", source } });
    const { mounts } = await until(fresh, ({ phase }) => phase.kind === "ready");
    expect(mounts.map(({ as }) => as)).toEqual(["install"]);
    await fresh.actions.chooseWay("as-it-lies");
    expect(fresh.store.getState().mounts).toMatchObject([{ as: "project", at: "/workspace" }]);
    await fresh.close();
    const again = page.open({ path: "/local/fresh" });
    const kept = await until(again, ({ phase }) => phase.kind === "ready");
    expect(kept.mounts.map(({ as }) => as)).toEqual(["project"]);
  });

  it("comes back to the skills alone that the source was asked for", async () => {
    const asked = { ...source, skills: ["draw-map"] };
    const fresh = page.open({ path: "/local/asked", own: true, incoming: { kind: "source", source: asked } });
    const { mounts } = await until(fresh, ({ phase }) => phase.kind === "ready");
    await fresh.actions.chooseWay("as-it-lies");
    expect(fresh.store.getState().mounts[0]?.chosen).toBeUndefined();
    await fresh.actions.chooseWay("as-installed");
    expect(fresh.store.getState().mounts).toEqual(mounts);
    expect(mounts[0]?.chosen).toEqual(["/plugins/draw/skills/draw-map/SKILL.md"]);
  });
});

describe("a source without a SKILL.md", () => {
  const problems = () => state().view.problems.map(({ code }) => code);

  it("opens under the harness that reads its commands, and is installed as the plugin that it is", async () => {
    workspace = page.open({
      path: "/local/commands",
      own: true,
      incoming: { kind: "source", source: server.source("acme/commands") },
    });
    await until(workspace, ({ phase }) => phase.kind === "ready");
    expect(state()).toMatchObject({ profileId: "claude-code", mounts: [{ as: "install" }] });
    expect(state().view.discovery.skills.map(({ name }) => name)).toContain("ship:release");
    expect(problems()).not.toContain("no-skills");
    await workspace.actions.chooseProfile("keen");
    expect(problems()).toContain("no-skills");
  });
});

describe("a plugin of commands", () => {
  const tools = {
    ".claude-plugin/marketplace.json": JSON.stringify({
      name: "tools",
      owner: { name: "Acme" },
      plugins: ["ship", "kit"].map((name) => ({ name, source: `./${name}` })),
    }),
    "ship/.claude-plugin/plugin.json": '{"name": "ship"}',
    "ship/commands/release.md": "---\ndescription: Releases it.\n---\nDo it.\n",
    "kit/.claude-plugin/plugin.json": '{"name": "kit"}',
    "kit/skills/count/SKILL.md": skill("count", "Counts things."),
    "template/SKILL.md": skill("template", "Is copied."),
    "drafts/SKILL.md": skill("drafts", "Is drafted."),
  };

  it("stays installed when a skill outside of plugins is added, which no other skill follows", async () => {
    createRepository(server.root, "acme/tools", tools);
    workspace = page.open({
      path: "/local/tools",
      own: true,
      incoming: { kind: "source", source: server.source("acme/tools") },
    });
    await until(workspace, ({ phase }) => phase.kind === "ready");
    const found = () => state().view.discovery.skills.map(({ name }) => name);
    const counted = () => workspace.actions.countSkills(state().mounts[0]?.id ?? "");
    expect(found()).toEqual(expect.arrayContaining(["kit:count", "ship:release"]));
    expect(found()).not.toContain("template");
    expect(counted()).toEqual({ all: 4, installed: 2 });
    await workspace.actions.installSkills(state().mounts[0]?.id ?? "", ["/template/SKILL.md"]);
    expect(found()).toEqual(expect.arrayContaining(["kit:count", "ship:release", "template"]));
    expect(found()).not.toContain("drafts");
    await workspace.actions.chooseSkills(state().mounts[0]?.id ?? "", ["/kit/skills/count/SKILL.md"]);
    expect(found()).not.toContain("ship:release");
    expect(counted()).toEqual({ all: 4, installed: 1 });
  });
});

it("counts none as installed whose folder another skill has", async () => {
  createRepository(server.root, "acme/again", {
    "own/SKILL.md": skill("own", "Makes plugins again."),
    "fresh/SKILL.md": skill("fresh", "Is new."),
  });
  await workspace.actions.mount({ kind: "source", source: server.source("acme/again") });
  expect(names()).toContain("fresh");
  const again = state().mounts.find(({ label }) => label.includes("again"));
  expect(workspace.actions.countSkills(again?.id ?? "")).toEqual({ all: 2, installed: 1 });
});

describe("trying a skill where the harness does not look", () => {
  it("installs it with its files beside the project's own, and fills in what may be said to it", async () => {
    expect(names()).toEqual(["own"]);
    await workspace.actions.tryOut(lost);
    expect(names()).toEqual(["draw-map", "own"]);
    expect(state().selection.skill).toBe(installed);
    expect(state().messageText).toBe("/draw-map Help me draw a map");
    expect(state().files.stat("/workspace/.agents/skills/draw-map/colours.md")?.kind).toBe("file");
    // It is one file at two paths, and one candidate.
    expect(state().view.discovery.candidates.map(({ location }) => location)).not.toContain(lost);
  });

  it("keeps what the person has said when they asked for it", async () => {
    await workspace.actions.tryOut(lost, "/draw-map of the old town");
    expect(state().messageText).toBe("/draw-map of the old town");
    await workspace.actions.tryOut(installed, "Draw a town with draw-map");
    expect(state().messageText).toBe("/draw-map Draw a town with draw-map");
  });

  it("can be undone, and is kept until then", async () => {
    await workspace.actions.tryOut(lost);
    expect(state().activity).toEqual({
      kind: "undoable",
      change: "installed",
      label: "draw-map",
      as: "skill",
      files: 2,
    });
    await expect.poll(() => state().storage.kind).toBe("saved");
    await workspace.close();
    workspace = await open();
    expect(names()).toEqual(["draw-map", "own"]);

    await workspace.actions.tryOut("/workspace/plugins/broken/skills/broken/SKILL.md");
    await workspace.actions.undoMount();
    expect(names()).toEqual(["draw-map", "own"]);
  });

  it("shows why where the harness does not load what is installed", async () => {
    await workspace.actions.tryOut("/workspace/plugins/broken/skills/broken/SKILL.md");
    expect(state().selection.skill).toBe("/workspace/.agents/skills/broken/SKILL.md");
    const now = state().view.discovery.candidates.find(({ folder }) => folder === "broken");
    expect(now?.outcome).toEqual({ kind: "rejected" });
    expect(state().messageText).toBe("");
  });

  it("installs its plugin where the harness knows plugins and the repository says which", async () => {
    await workspace.actions.chooseProfile("codex");
    await workspace.actions.tryOut("/workspace/plugins/kit/skills/one/SKILL.md");
    expect(state().messageText).toBe("$kit:one Help me count things");
    expect(state().activity).toMatchObject({ change: "installed", label: "kit@shop", as: "plugin", files: 3 });
    expect(
      state()
        .view.discovery.skills.map(({ name }) => name)
        .toSorted(),
    ).toEqual(["kit:one", "kit:two", "own"]);
    await workspace.actions.undoMount();
    expect(state().view.discovery.skills.map(({ name }) => name)).toEqual(["own"]);
  });

  it("moves with the harness, which each has its own folder", async () => {
    await workspace.actions.tryOut(lost);
    await workspace.actions.chooseProfile("kodelet");
    expect(mounted().map(({ location }) => location)).toEqual(["/workspace/.kodelet/skills/draw-map/SKILL.md"]);
  });
});

it("a loaded skill is tried as it is, and a project's skills are installed together", async () => {
  const [own] = mounted();
  await workspace.actions.tryOut(own?.location ?? "");
  expect(state().messageText).toBe("/own Help me make plugins");
  expect(state().activity.kind).toBe("idle");
  const [mount] = state().mounts;
  await workspace.actions.installSkills(mount?.id ?? "", ["/plugins/draw/skills/draw-map/SKILL.md"]);
  expect(names()).toEqual(["draw-map", "own"]);
  await workspace.actions.undoMount();
  expect(names()).toEqual(["own"]);
});

it("a file is told of once, also where a skill lies in the folder of another that is installed with it", async () => {
  const folder = "/plugins/draw/skills/draw-map";
  const inner = { path: `/workspace${folder}/inner/SKILL.md`, text: skill("inner", "Draws frames.") };
  await workspace.actions.applyFix({ label: "Add", writes: [inner], moves: [] });
  await workspace.actions.reloadSkills();
  const paths = [`${folder}/SKILL.md`, `${folder}/inner/SKILL.md`];
  await workspace.actions.installSkills(state().mounts[0]?.id ?? "", paths);
  expect(state().activity).toMatchObject({ change: "installed", label: "2 skills", files: 3 });
});

describe("trying a skill among the workspace's own files", () => {
  const written = "/home/user/drafts/tie/SKILL.md";
  const copied = "/workspace/.agents/skills/tie/SKILL.md";
  beforeEach(async () => {
    const writes = [
      { path: written, text: skill("tie", "Makes knots.") },
      { path: "/home/user/drafts/tie/knots/bow.md", text: "Twice." },
    ];
    await workspace.actions.applyFix({ label: "Add", writes, moves: [] });
    await workspace.actions.reloadSkills();
  });

  it("copies it to where the harness looks, until that is undone", async () => {
    await workspace.actions.tryOut(written);
    expect(state().messageText).toBe("/tie Help me make knots");
    expect(state().selection.skill).toBe(copied);
    expect(state().files.stat("/workspace/.agents/skills/tie/knots/bow.md")?.kind).toBe("file");
    expect(state().activity).toEqual({ kind: "undoable", change: "installed", label: "tie", as: "skill", files: 2 });
    await workspace.actions.undoMount();
    expect(names()).toEqual(["own"]);
    expect(state().files.lstat("/workspace/.agents/skills/tie")).toBeUndefined();
    expect(state().files.stat(written)?.kind).toBe("file");
  });

  it("leaves a script executable in the copy", async () => {
    const run = {
      path: "/home/user/drafts/tie/tie.sh",
      kind: "new",
      executable: true,
      bytes: new Uint8Array(1),
    } as const;
    await workspace.actions.keepRun([run]);
    await workspace.actions.tryOut(written);
    expect(state().files.stat("/workspace/.agents/skills/tie/tie.sh")?.executable).toBe(true);
  });

  it("keeps what its person has written into the copy when that is undone", async () => {
    await workspace.actions.tryOut(written);
    await workspace.actions.changeDraft(copied, skill("tie", "Makes better knots."));
    await workspace.actions.saveDraft(copied);
    await workspace.actions.undoMount();
    expect(readText(state().files, copied)).toContain("better");
    expect(state().files.lstat("/workspace/.agents/skills/tie/knots")).toBeUndefined();
  });

  it("copies 500 files of a larger folder, the SKILL.md among them, and says how many it left", async () => {
    const writes = Array.from({ length: 500 }, (_, n) => ({ path: `/home/user/drafts/tie/A/${n}`, text: "rope" }));
    await workspace.actions.applyFix({ label: "Add", writes, moves: [] });
    await workspace.actions.reloadSkills();
    await workspace.actions.tryOut(written);
    expect(state().selection.skill).toBe(copied);
    expect(state().activity).toMatchObject({ label: "tie", files: 500, leftFiles: 2 });
    expect(state().files.list("/workspace/.agents/skills/tie/A")).toHaveLength(499);
  });

  it("leaves what stands there as it is", async () => {
    const mine = { path: copied, text: "no frontmatter" };
    await workspace.actions.applyFix({ label: "Add", writes: [mine], moves: [] });
    await workspace.actions.reloadSkills();
    await workspace.actions.tryOut(written);
    expect(state().selection.skill).toBe(copied);
    expect(new TextDecoder().decode(state().files.read(copied))).toBe("no frontmatter");
    expect(state().activity.kind).toBe("idle");
  });
});
