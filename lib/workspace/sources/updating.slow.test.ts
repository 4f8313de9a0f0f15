import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { nextTask } from "#lib/async/slices.ts";
import { draftAt } from "#lib/state/drafts.ts";
import type { Mount } from "#lib/state/mount.ts";
import { openStorage } from "#lib/storage/persistence.ts";
import { readText } from "#lib/vfs/files.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { startTestServer, type TestServer } from "#test/servers/clone-from-server.ts";
import { commitFiles, createRepository, type GitFile, git } from "#test/servers/git-repository.ts";
import { ThreadlessWorker } from "#test/servers/threadless-worker.ts";
import type { Workspace } from "../open-workspace.ts";
import { createPageFixture, until } from "../page-fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const skill = (name: string, text = "") => `---\nname: ${name}\ndescription: Of ${name}.\n---\n${text}`;

const before: Record<string, GitFile> = {
  "skills/a/SKILL.md": skill("a"),
  "skills/a/notes.md": "as opened\n",
  "skills/b/SKILL.md": skill("b"),
  "docs/guide.md": "guide\n",
};
const after: Record<string, GitFile> = {
  "skills/a/SKILL.md": skill("a", "more\n"),
  "skills/a/notes.md": "theirs\n",
  "tools/b/SKILL.md": skill("b"),
  "skills/c/SKILL.md": skill("c"),
  "docs/guide.md": "guide\n",
};

const page = createPageFixture();
let count = 0;
let workspace: Workspace;
let repository: string;
let source: GitSource;

beforeEach(async () => {
  vi.stubGlobal("Worker", ThreadlessWorker);
  const name = `moving/r${++count}`;
  repository = createRepository(server.root, name, before);
  source = server.source(name);
  workspace = await openSource();
});

async function openSource(): Promise<Workspace> {
  const opened = page.open({ own: true, incoming: { kind: "source", source } });
  await until(opened, ({ phase }) => phase.kind === "ready");
  return opened;
}

const state = () => workspace.store.getState();
const mount = () => state().mounts[0] as Mount;
const text = (path: string) => readText(state().files, join(mount().at, path));
const skillNames = () => state().view.discovery.skills.map(({ name }) => name);
const write = (path: string, content: string) =>
  workspace.actions.applyFix({ label: "edit", moves: [], writes: [{ path: join(mount().at, path), text: content }] });

/** Writes a new file in every other task until other files are shown; resolves to the names of all. */
async function writeUntilShown(): Promise<readonly string[]> {
  const { files } = state();
  const shown = readText(files, join(mount().at, "skills/a/SKILL.md"));
  const names: string[] = [];
  const written: Promise<void>[] = [];
  for (let step = 0; text("skills/a/SKILL.md") === shown; step++) {
    // Bounded: a swap waits for a pause between two writes, and each write is shown before the waiting swap.
    if (step % 2 === 0 && step < 40) {
      const name = `${step}.md`;
      names.push(name);
      written.push(write(`docs/${name}`, name));
    }
    await nextTask();
  }
  await Promise.all(written);
  return names;
}

async function whenApplying(act: () => Promise<void>): Promise<void> {
  await until(workspace, ({ activity }) => activity.kind === "cloning");
  await act();
}

/** The update that the dialog gets. */
function offer() {
  const { activity } = state();
  if (activity.kind !== "update") throw new Error(`There is no update, but ${JSON.stringify(activity)}`);
  return activity.update;
}

const nothingChosen = { theirs: new Set<string>(), skills: [] };

describe("looking for an update", () => {
  it("says that there is none, with nothing fetched", async () => {
    await workspace.actions.checkForUpdate(mount().id);
    expect(state().activity).toEqual({ kind: "current", label: mount().label, ref: "main", commit: mount().commit });
    const packs = server.git.requests.filter(({ url, body }) => url.includes(`r${count}`) && body.includes("want "));
    expect(packs.length).toBe(1);
  });

  it("offers what has changed, and changes nothing", async () => {
    const to = commitFiles(repository, "main", after);
    await workspace.actions.checkForUpdate(mount().id);
    expect(offer()).toMatchObject({ ref: "main", to, from: mount().commit });
    expect(offer().comparison.changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      "changed /skills/a/SKILL.md",
      "changed /skills/a/notes.md",
      "added /skills/c/SKILL.md",
      "renamed /tools/b/SKILL.md",
    ]);
    expect(text("skills/a/notes.md")).toBe("as opened\n");
  });

  it("leaves a pinned mount alone until it is unpinned", async () => {
    const to = commitFiles(repository, "main", after);
    await workspace.actions.pinMount(mount().id, true);
    const { activity } = state();
    await workspace.actions.checkForUpdate(mount().id);
    expect(state().activity).toBe(activity);
    await workspace.actions.pinMount(mount().id, false);
    expect(mount().source).toMatchObject({ ref: "main" });
    await workspace.actions.checkForUpdate(mount().id);
    expect(offer().to).toBe(to);
  });

  it("knows a tag that is an object of its own by its commit", async () => {
    git(repository, ["tag", "--annotate", "--message", "v1", "v1", "main"]);
    await workspace.actions.mount({ kind: "source", source: { ...source, ref: "v1" } });
    const tagged = state().mounts.at(-1) as Mount;
    await workspace.actions.checkForUpdate(tagged.id);
    expect(state().activity).toMatchObject({ kind: "current", ref: "v1" });
  });

  it("becomes a failure when the branch is gone, and keeps what is mounted", async () => {
    git(repository, ["branch", "--move", "main", "trunk"]);
    await workspace.actions.checkForUpdate(mount().id);
    expect(state().activity).toMatchObject({ kind: "failed", failure: { code: "ref-missing", ref: "main" } });
    expect(text("skills/a/notes.md")).toBe("as opened\n");
  });
});

describe("an update", () => {
  it("brings the new files, commit and skills, and keeps the person's own changes over a reload", async () => {
    const from = mount().commit;
    await write("skills/a/notes.md", "mine\n");
    await write("docs/guide.md", "my guide\n");
    const to = commitFiles(repository, "main", after);
    await workspace.actions.checkForUpdate(mount().id);
    expect(offer().comparison).toMatchObject({ kept: ["/docs/guide.md"], conflicts: [{ path: "/skills/a/notes.md" }] });
    await workspace.actions.applyUpdate(nothingChosen);
    const check = () => {
      expect(mount()).toMatchObject({ commit: to, trustedCommit: from, fileCount: 5 });
      expect(text("skills/a/SKILL.md")).toContain("more");
      expect(text("skills/a/notes.md")).toBe("mine\n");
      expect(text("docs/guide.md")).toBe("my guide\n");
      expect(skillNames()).toEqual(expect.arrayContaining(["a", "b", "c"]));
    };
    check();
    await expect.poll(() => state().storage.kind).toBe("saved");
    await workspace.close();
    workspace = await openSource();
    check();
    expect(await workspace.actions.ownEdits(mount().id)).toEqual(["/docs/guide.md", "/skills/a/notes.md"]);
  });

  it("takes theirs where asked, and can be taken back with all that was there", async () => {
    const from = mount().commit;
    await write("skills/a/notes.md", "mine\n");
    commitFiles(repository, "main", after);
    await workspace.actions.checkForUpdate(mount().id);
    await workspace.actions.applyUpdate({ ...nothingChosen, theirs: new Set(["/skills/a/notes.md"]) });
    expect(text("skills/a/notes.md")).toBe("theirs\n");
    await write("docs/guide.md", "since\n");
    await workspace.actions.undoMount();
    expect(mount().commit).toBe(from);
    expect(mount().trustedCommit).toBeUndefined();
    expect(text("skills/a/notes.md")).toBe("mine\n");
    expect(text("skills/a/SKILL.md")).not.toContain("more");
    expect(text("docs/guide.md")).toBe("since\n");
  });

  it("leaves reverted what was reverted since, when it is taken back", async () => {
    await write("docs/guide.md", "mine\n");
    commitFiles(repository, "main", after);
    await workspace.actions.checkForUpdate(mount().id);
    await workspace.actions.applyUpdate(nothingChosen);
    expect(text("docs/guide.md")).toBe("mine\n");
    await workspace.actions.revertFile(join(mount().at, "docs/guide.md"));
    await workspace.actions.undoMount();
    expect(text("docs/guide.md")).toBe("guide\n");
  });

  it("keeps the choice of skills, also of one that moved, and adds only what is asked for", async () => {
    await workspace.actions.chooseSkills(mount().id, ["/skills/b/SKILL.md"]);
    commitFiles(repository, "main", { ...after, "skills/d/SKILL.md": skill("d") });
    await workspace.actions.checkForUpdate(mount().id);
    await workspace.actions.applyUpdate({ ...nothingChosen, skills: ["/skills/d/SKILL.md"] });
    expect(mount().chosen).toEqual(["/tools/b/SKILL.md", "/skills/d/SKILL.md"]);
    expect(skillNames()).not.toContain("c");
  });

  it("keeps what was edited while it was looked at", async () => {
    commitFiles(repository, "main", after);
    await workspace.actions.checkForUpdate(mount().id);
    await write("skills/a/notes.md", "late\n");
    await workspace.actions.applyUpdate(nothingChosen);
    expect(text("skills/a/notes.md")).toBe("late\n");
  });

  it("takes along what is written while it is applied, and keeps it over a reload", async () => {
    commitFiles(repository, "main", after);
    await workspace.actions.checkForUpdate(mount().id);
    const applying = workspace.actions.applyUpdate(nothingChosen);
    const names = await writeUntilShown();
    await applying;
    const check = () => {
      expect(names.map((name) => text(`docs/${name}`))).toEqual(names);
      expect(text("skills/a/SKILL.md")).toContain("more");
    };
    check();
    await expect.poll(() => state().storage.kind).toBe("saved");
    await workspace.close();
    workspace = await openSource();
    check();
  });

  it("keeps what is written after theirs was asked for, while it is applied", async () => {
    await write("skills/a/notes.md", "mine\n");
    commitFiles(repository, "main", after);
    await workspace.actions.checkForUpdate(mount().id);
    const applying = workspace.actions.applyUpdate({ ...nothingChosen, theirs: new Set(["/skills/a/notes.md"]) });
    await Promise.all([applying, whenApplying(() => write("skills/a/notes.md", "late\n"))]);
    expect(text("skills/a/notes.md")).toBe("late\n");
  });

  it("takes along what is written while it is taken back", async () => {
    commitFiles(repository, "main", after);
    await workspace.actions.checkForUpdate(mount().id);
    await workspace.actions.applyUpdate(nothingChosen);
    const from = text("skills/a/SKILL.md");
    const undoing = workspace.actions.undoMount();
    const names = await writeUntilShown();
    await undoing;
    expect(names.map((name) => text(`docs/${name}`))).toEqual(names);
    expect(text("skills/a/SKILL.md")).not.toBe(from);
  });

  it("leaves a source where it was put while it is applied, and out if it was taken out", async () => {
    commitFiles(repository, "main", after);
    await workspace.actions.checkForUpdate(mount().id);
    const placing = whenApplying(() => workspace.actions.placeMount(mount().id, "project", "project"));
    await Promise.all([workspace.actions.applyUpdate(nothingChosen), placing]);
    expect(mount().as).toBe("project");
    expect(text("skills/a/SKILL.md")).toContain("more");
    commitFiles(repository, "main", before);
    await workspace.actions.checkForUpdate(mount().id);
    const { id } = mount();
    const unmounting = whenApplying(() => workspace.actions.unmount(id));
    await Promise.all([workspace.actions.applyUpdate(nothingChosen), unmounting]);
    await expect.poll(() => state().storage.kind).toBe("saved");
    expect((await (await openStorage()).load(page.path))?.mounts.has(id)).toBe(false);
  });

  it("takes what is typed along where the source has moved the file, and back", async () => {
    const at = (path: string) => draftAt(state(), join(mount().at, path))?.text;
    await workspace.actions.changeDraft(join(mount().at, "skills/b/SKILL.md"), "typed");
    commitFiles(repository, "main", after);
    await workspace.actions.checkForUpdate(mount().id);
    await workspace.actions.applyUpdate(nothingChosen);
    expect([at("skills/b/SKILL.md"), at("tools/b/SKILL.md")]).toEqual([undefined, "typed"]);
    await workspace.close();
    workspace = await openSource();
    expect(at("tools/b/SKILL.md")).toBe("typed");
  });

  it("leaves what is typed with its file when it is taken back", async () => {
    const at = (path: string) => draftAt(state(), join(mount().at, path))?.text;
    commitFiles(repository, "main", after);
    await workspace.actions.checkForUpdate(mount().id);
    await workspace.actions.applyUpdate(nothingChosen);
    await workspace.actions.changeDraft(join(mount().at, "tools/b/SKILL.md"), "typed");
    await workspace.actions.undoMount();
    expect([at("skills/b/SKILL.md"), at("tools/b/SKILL.md")]).toEqual(["typed", undefined]);
  });

  it("that is not wanted leaves nothing behind", async () => {
    commitFiles(repository, "main", after);
    await workspace.actions.checkForUpdate(mount().id);
    workspace.actions.dismissFailure();
    await workspace.actions.applyUpdate(nothingChosen);
    expect(text("skills/a/notes.md")).toBe("as opened\n");
  });
});

describe("several mounts", () => {
  it("change places, and with them which of two skills of one name keeps it", async () => {
    await workspace.actions.mount({ kind: "source", source });
    const [first, second] = state().mounts;
    await workspace.actions.moveMount(second?.id ?? "", -1);
    expect(state().mounts.map(({ id }) => id)).toEqual([second?.id, first?.id]);
    expect(state().view.problems.find(({ code }) => code === "not-installed")).toMatchObject({
      path: join(first?.at ?? "", "skills/a/SKILL.md"),
    });
    await workspace.actions.moveMount(second?.id ?? "", -1);
    expect(state().mounts[0]?.id).toBe(second?.id);
  });

  it("come back where they were, with what was changed in them, when unmounting is taken back", async () => {
    await workspace.actions.mount({ kind: "source", source });
    const [first, second] = state().mounts;
    await write("docs/guide.md", "mine\n");
    await workspace.actions.unmount(first?.id ?? "");
    expect(state().activity).toEqual({ kind: "undoable", change: "unmounted", label: first?.label });
    await workspace.actions.undoMount();
    expect(state().mounts.map(({ id }) => id)).toEqual([first?.id, second?.id]);
    expect(text("docs/guide.md")).toBe("mine\n");
    await expect.poll(() => state().storage.kind).toBe("saved");
    await workspace.close();
    workspace = await openSource();
    expect(text("docs/guide.md")).toBe("mine\n");
  });
});
