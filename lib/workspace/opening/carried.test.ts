import { IDBFactory } from "fake-indexeddb";
import { describe, expect, test, vi } from "vitest";
import { formatFragment } from "#lib/share/payload/fragment.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import { readText } from "#lib/vfs/files.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";

const page = createPageFixture();
const path = "/try/first-look";
const isReady = ({ phase }: WorkspaceState) => phase.kind === "ready";
const isOffered = ({ phase }: WorkspaceState) =>
  phase.kind === "offered" && phase.offer.changes !== undefined && phase.offer.changes.kind !== "coming";
const isSettled = (state: WorkspaceState) => isReady(state) || isOffered(state) || state.phase.kind === "refused";
const textAt = ({ store }: Workspace, file: string) => readText(store.getState().files, `/workspace/${file}`);

/** A fragment with any content, as an attacker could write it. */
async function fragmentOf(carried: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(carried));
  return (await formatFragment(bytes)) ?? "";
}

/** Changes a file, creates one and deletes one, and shares these changes; resolves to the fragment. */
async function shared(): Promise<string> {
  const lab = page.open({ path, own: true });
  await until(lab, (state) => isReady(state) && state.storage.kind === "saved");
  await lab.actions.applyFix({
    label: "Change",
    moves: [],
    writes: [
      { path: "/workspace/README.md", text: `${textAt(lab, "README.md")}\nMore of mine.\n` },
      { path: "/workspace/new.md", text: "new\n" },
      { path: "/workspace/.agents/skills/mine/SKILL.md", text: "---\nname: mine\ndescription: Mine.\n---\n" },
      { path: "/workspace/src/invoice.ts", text: null },
    ],
  });
  await lab.actions.applyFix({ label: "Own", moves: [], writes: [{ path: "/home/user/own.md", text: "own" }] });
  const { fragment = "", count, others } = await lab.actions.carriedChanges();
  expect([count, others]).toEqual([5, 0]);
  await lab.close();
  return fragment;
}

/** Another person's browser, without stored data. */
function elsewhere(fragment: string, search = ""): Workspace {
  vi.stubGlobal("indexedDB", new IDBFactory());
  return page.open({ path, search, fragment });
}

describe("a link that carries changes", () => {
  test("shows all of them before any is made, then makes them the person's own", async () => {
    const lab = elsewhere(await shared());
    const { phase, mounts } = await until(lab, isOffered);
    const { changes } = phase.kind === "offered" ? phase.offer : {};
    if (changes?.kind !== "fits") throw new Error("they do not fit");
    expect(changes.source.map(({ path, before, now }) => [path, before !== undefined, now !== undefined])).toEqual([
      [".agents/skills/mine/SKILL.md", false, true],
      ["README.md", true, true],
      ["new.md", false, true],
      ["src/invoice.ts", true, false],
    ]);
    expect(changes.own.map(({ path }) => path)).toEqual(["home/user/own.md"]);
    expect(mounts).toEqual([]);
    await lab.actions.acceptOffer();
    expect(lab.store.getState().phase.kind).toBe("ready");
    expect(textAt(lab, "README.md")).toMatch(/More of mine/);
    expect([textAt(lab, "new.md"), textAt(lab, "src/invoice.ts")]).toEqual(["new\n", undefined]);
    expect(lab.actions.ownChanges().map(({ changes }) => changes.length)).toEqual([4, 1]);
    expect(lab.store.getState().view.stale).toBe(false);
    await lab.actions.undoFix();
    expect(lab.actions.ownChanges()).toEqual([]);
  });

  test("moves a file, as the list of changes told the one who made it", async () => {
    const mine = page.open({ path, own: true });
    await until(mine, (state) => isReady(state) && state.storage.kind === "saved");
    const moves = [{ from: "/workspace/README.md", to: "/workspace/docs/README.md" }];
    await mine.actions.applyFix({ label: "Move", moves, writes: [] });
    const { fragment = "", count } = await mine.actions.carriedChanges();
    expect(count).toBe(1);
    await mine.close();
    const lab = elsewhere(fragment);
    const { phase } = await until(lab, isOffered);
    expect(phase).toMatchObject({
      offer: { changes: { source: [{ path: "docs/README.md", from: "README.md" }], own: [] } },
    });
    await lab.actions.acceptOffer();
    expect(lab.store.getState().lastFix).toMatchObject({ verb: "Changed by the link", label: "1 file" });
    expect(textAt(lab, "README.md")).toBeUndefined();
    expect(textAt(lab, "docs/README.md")).toBeDefined();
  });

  test("asks nothing in the tab where its person agreed, and makes nothing again that they took back", async () => {
    const fragment = await shared();
    const lab = elsewhere(fragment);
    await until(lab, isOffered);
    await lab.actions.acceptOffer();
    expect(lab.store.getState().lastFix).toMatchObject({ verb: "Changed by the link", label: "5 files" });
    await lab.actions.undoFix();
    await lab.close();
    const again = page.open({ path, fragment });
    expect((await until(again, isSettled)).phase.kind).toBe("ready");
    expect(again.actions.ownChanges()).toEqual([]);
  });

  test("over a workspace that its person has changed shows what becomes of theirs", async () => {
    const fragment = await shared();
    const mine = elsewhere("");
    await until(mine, (state) => isReady(state) && state.storage.kind === "saved");
    await mine.actions.applyFix({ label: "Mine", moves: [], writes: [{ path: "/workspace/new.md", text: "mine\n" }] });
    await mine.close();
    const lab = page.open({ path, fragment });
    const { phase } = await until(lab, isOffered);
    const { changes } = phase.kind === "offered" ? phase.offer : {};
    const change = changes?.kind === "fits" ? changes.source.find(({ path }) => path === "new.md") : undefined;
    expect(new TextDecoder().decode(change?.before?.bytes)).toBe("mine\n");
    await lab.actions.acceptOffer();
    expect(textAt(lab, "new.md")).toBe("new\n");
  });

  test.each([
    ["a file that is gone", { p: "no/such.md", l: [1, "x"], c: 1 }, "the file is not there"],
    ["another file", { p: "README.md", l: [1, "x"], c: 1 }, "the file is another one than the change was made for"],
  ])("for %s makes none, and opens without", async (_, odd, reason) => {
    const lab = elsewhere(await fragmentOf({ s: [{ p: "new.md", t: "new" }, odd], o: [] }));
    const { phase } = await until(lab, isOffered);
    const { changes } = phase.kind === "offered" ? phase.offer : {};
    expect(changes).toEqual({ kind: "unfit", reasons: [{ path: odd.p, reason }] });
    await lab.actions.acceptOffer();
    expect(lab.store.getState().phase.kind).toBe("ready");
    expect(lab.actions.ownChanges()).toEqual([]);
  });

  test("of which one cannot stand where it should makes none, and says so", async () => {
    const lab = elsewhere(
      await fragmentOf({
        s: [
          { p: "new.md", t: "new" },
          { p: "README.md/x", t: "x" },
        ],
        o: [],
      }),
    );
    await until(lab, isOffered);
    await lab.actions.acceptOffer();
    const { phase, activity } = lab.store.getState();
    expect([phase.kind, activity]).toMatchObject(["ready", { kind: "failed", failure: { code: "name-refused" } }]);
    expect(lab.actions.ownChanges()).toEqual([]);
    expect(lab.store.getState().lastFix).toBeUndefined();
    expect(textAt(lab, "new.md")).toBeUndefined();
    await lab.actions.retryMount();
    expect(lab.store.getState().activity).toMatchObject({ kind: "failed", failure: { code: "name-refused" } });
    await lab.actions.deleteFile("/workspace/README.md");
    await lab.actions.retryMount();
    expect(lab.store.getState().activity).toEqual({ kind: "idle" });
    expect(textAt(lab, "new.md")).toBe("new");
  });

  test("makes them once, in the source, however often its person clicks", async () => {
    const lab = elsewhere(await fragmentOf({ s: [{ p: "new.md", t: "new" }], o: [] }));
    await until(lab, isOffered);
    await Promise.all([lab.actions.acceptOffer(), lab.actions.acceptOffer()]);
    expect(lab.store.getState().mounts).toHaveLength(1);
    expect(lab.actions.ownChanges().map(({ at }) => at)).toEqual(["/workspace"]);
    expect(textAt(lab, "new.md")).toBe("new");
  });

  test("makes them in the source where that could be mounted only at a second try", async () => {
    const lab = elsewhere(await fragmentOf({ s: [{ p: "new.md", t: "new" }], o: [] }));
    await until(lab, isOffered);
    const accepted = lab.actions.acceptOffer();
    lab.actions.cancelMount();
    await accepted;
    expect(lab.store.getState().mounts).toEqual([]);
    await lab.actions.acceptOffer();
    expect(lab.actions.ownChanges().map(({ at }) => at)).toEqual(["/workspace"]);
  });

  test.each([
    ["#e2=abc", /a newer version of this page made it/],
    ["#e1=abcd", /cut off, damaged/],
    [`#e1=${"A".repeat(40_000)}`, /longer than 32 KB/],
  ])("%s opens nothing, and says why", async (fragment, reason) => {
    const lab = elsewhere(fragment);
    const { phase } = await until(lab, isSettled);
    expect(phase).toMatchObject({
      kind: "refused",
      failure: { code: "link-refused", reason: expect.stringMatching(reason) },
    });
  });

  test("with a place on the page in its stead opens as it is", async () => {
    const lab = elsewhere("#step-2");
    expect((await until(lab, isSettled)).phase.kind).toBe("ready");
  });
});

describe("a link of several sources", () => {
  test("opens them in order, where they stood, with the same skills off", async () => {
    const search = "?also=try/arguments,try/office-day&as=project,install,home&off=csv-tools,no-such&skill=csv-tools";
    const lab = elsewhere("", search);
    const isThere = ({ mounts, losses }: WorkspaceState) => mounts.length === 3 && losses.length > 0;
    const { mounts, losses } = await until(lab, isThere);
    expect(mounts.map(({ label, as, scope }) => [label, as, as === "install" ? scope : ""])).toEqual([
      ["First look", "project", ""],
      ["Arguments", "install", "project"],
      ["A day at the office", "install", "home"],
    ]);
    const off = ({ view }: WorkspaceState) =>
      view.discovery.skills.filter(({ location }) => view.states.get(location) === "off").map(({ name }) => name);
    expect(off(await until(lab, (state) => off(state).length > 0))).toEqual(["csv-tools"]);
    expect(losses).toEqual([{ kind: "link", names: ["off"] }]);
    const link = lab.actions.shareLink({ states: true });
    expect(link).toBe(
      "/try/first-look?also=try/arguments,try/office-day&as=project,install,home&profile=keen&off=csv-tools",
    );
  });

  test("brings none a second time", async () => {
    const first = elsewhere("", "?also=try/arguments");
    await until(first, ({ mounts, storage }) => mounts.length === 2 && storage.kind === "saved");
    await first.close();
    const lab = page.open({ path, search: "?also=try/arguments,try/office-day" });
    const { mounts } = await until(lab, ({ mounts, activity }) => mounts.length === 3 && activity.kind !== "cloning");
    expect(mounts.map(({ label }) => label)).toEqual(["First look", "Arguments", "A day at the office"]);
  });

  test.each(["first-look", "arguments", "office-day"])(
    "opens all of them in the end where %s comes only at a second try",
    async (late) => {
      const served = fetch;
      let isCut = true;
      const isLate = (input: unknown) => isCut && String(input).includes(`/${late}`);
      vi.stubGlobal("fetch", async (...given: Parameters<typeof fetch>) => {
        if (isLate(given[0])) throw new TypeError("Failed to fetch");
        return served(...given);
      });
      const lab = elsewhere("", "?also=try/arguments,try/office-day&off=csv-tools");
      await until(lab, ({ activity }) => activity.kind === "failed");
      isCut = false;
      await lab.actions.retryMount();
      const { mounts, view } = lab.store.getState();
      expect(mounts.map(({ label }) => label)).toEqual(["First look", "Arguments", "A day at the office"]);
      expect([...view.states.values()]).toContain("off");
    },
  );
});
