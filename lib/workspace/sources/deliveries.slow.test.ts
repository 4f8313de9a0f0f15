import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { formatLink } from "#lib/share/link.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import { openStorage } from "#lib/storage/persistence.ts";
import { isPending, readText } from "#lib/vfs/files.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import { startTestServer, type TestServer } from "#test/servers/clone-from-server.ts";
import { createRepository } from "#test/servers/git-repository.ts";
import { ThreadlessWorker } from "#test/servers/threadless-worker.ts";

const count = 60;
const page = createPageFixture();
let server: TestServer;
/** How the response with most of the contents continues; small ones arrive at once. */
let rest: PromiseWithResolvers<"come" | "break">;

beforeAll(async () => {
  server = await startTestServer({ "uploadpack.allowFilter": "true" });
  createRepository(server.root, "acme/large", {
    "s/a/SKILL.md": "---\nname: a\ndescription: Of a.\n---\nBody\n",
    "s/b/SKILL.md": { link: "../linked.md" },
    "s/linked.md": "---\nname: b\ndescription: Of b.\n---\n",
    "s/a/notes.md": "notes\n",
    // Barely compressible, so that the first chunk of the response is not all of it.
    ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`s/a/f${i}`, randomBytes(16_000).toString("hex")])),
    "s/a/z-last.md": "last\n",
  });
});
afterAll(() => server.stop());

beforeEach(() => {
  vi.stubGlobal("Worker", ThreadlessWorker);
  vi.stubGlobal("fetch", holding(fetch));
  rest = Promise.withResolvers();
});

/** Passes the first bytes of a long response through, and the others as `rest` says. */
function holding(other: typeof fetch): typeof fetch {
  return async (input, init) => {
    const asked = init?.body instanceof Uint8Array ? Buffer.from(init.body).toString() : "";
    const isLong = (asked.match(/want /g) ?? []).length > 10;
    const answer = await other(input, init);
    if (!isLong || !answer.body) return answer;
    // More than two of git's packets: where one ends depends on the server's writing speed, and only whole ones are
    // read.
    let free = 140_000;
    const hold = new TransformStream<Uint8Array, Uint8Array>({
      async transform(piece, controller) {
        controller.enqueue(piece.subarray(0, free));
        const held = piece.subarray(free);
        free -= Math.min(free, piece.length);
        if (held.length === 0) return;
        if ((await rest.promise) === "break") throw new TypeError("Failed to fetch");
        controller.enqueue(held);
      },
    });
    return new Response(answer.body.pipeThrough(hold), { headers: answer.headers });
  };
}

function openLarge(): Workspace {
  const source = server.source("acme/large", { path: "s" });
  return page.open({ own: true, incoming: { kind: "source", source } });
}

const isReady = ({ phase }: WorkspaceState) => phase.kind === "ready";
const isWhole = ({ deliveries, storage }: WorkspaceState) => deliveries.size === 0 && storage.kind === "saved";
const statusOf = ({ store }: Workspace) => [...store.getState().deliveries.values()][0];
const skillsOf = ({ store }: Workspace) => store.getState().view.discovery.skills.map(({ name }) => name);
const at = ({ store }: Workspace, path: string) => joinPath(store.getState().mounts[0]?.at ?? "", path);
const textOf = (lab: Workspace, path: string) => readText(lab.store.getState().files, at(lab, path));
const isStopped = ({ deliveries }: WorkspaceState) => [...deliveries.values()].some(({ kind }) => kind === "stopped");

async function openPartly(): Promise<Workspace> {
  const lab = openLarge();
  await until(lab, isReady);
  return lab;
}

test("a repository is used while its contents come: a pending file is there, of unknown size, and comes when asked for", async () => {
  const lab = await openPartly();
  const { files } = lab.store.getState();
  expect(skillsOf(lab)).toContain("a");
  expect(textOf(lab, "a/SKILL.md")).toContain("Body");
  const last = at(lab, "a/z-last.md");
  expect(files.stat(last)).toEqual({ kind: "file", size: undefined, executable: false });
  await files.whenSettled?.(last);
  expect(textOf(lab, "a/z-last.md")).toBe("last\n");
  expect(isPending(files.stat(at(lab, `a/f${count - 1}`)))).toBe(true);
  rest.resolve("come");
  await until(lab, isWhole);
});

test("nothing is called saved before all of it has come, and then it is, without another discovery", async () => {
  const lab = await openPartly();
  // Reading the skill behind a link has failed, so it is tried again once its contents have arrived.
  await until(lab, ({ view }) => view.discovery.skills.some(({ name }) => name === "b"));
  const said = new Set<string>();
  lab.store.subscribe(({ storage, deliveries }) => deliveries.size > 0 && said.add(storage.kind));
  const { view } = lab.store.getState();
  await until(lab, ({ storage }) => storage.kind === "incomplete");
  rest.resolve("come");
  const { mounts, files } = await until(lab, isWhole);
  expect(said).not.toContain("saved");
  expect(lab.store.getState().view).toBe(view);
  expect(mounts[0]).toMatchObject({ fileCount: count + 5 });
  expect(files.stat(at(lab, "a/f7"))?.size).toBe(32_000);
});

test("a broken connection leaves what came, tells how many files are missing, and they are fetched on a click", async () => {
  const lab = await openPartly();
  const reading = lab.store.getState().files.whenSettled?.(at(lab, `a/f${count - 1}`));
  await reading;
  const refused = vi.fn(async () => Promise.reject(new TypeError("Failed to fetch")));
  const online = globalThis.fetch;
  vi.stubGlobal("fetch", refused);
  rest.resolve("break");
  await until(lab, isStopped);
  const status = statusOf(lab);
  expect(status).toMatchObject({ kind: "stopped", failure: { code: "network-cut" } });
  expect(status?.pending).toBeGreaterThan(10);
  expect(status?.pending).toBeLessThan(count + 2);
  expect(lab.store.getState().files.whenSettled?.(at(lab, "a/f58"))).toBeUndefined();
  await expect(lab.actions.exportFile()).rejects.toMatchObject({ failure: { code: "files-pending" } });
  expect(skillsOf(lab)).toContain("a");
  vi.stubGlobal("fetch", online);
  rest = Promise.withResolvers();
  rest.resolve("come");
  await lab.actions.fetchMissing();
  await until(lab, isWhole);
  expect(textOf(lab, "a/f58")).toHaveLength(32_000);
});

test("what is cancelled stays as far as it came; an edit and a removal outlast what comes later", async () => {
  const lab = await openPartly();
  lab.actions.cancelMount();
  await until(lab, isStopped);
  expect(statusOf(lab)).toMatchObject({ failure: { code: "cancelled" } });
  const skill = lab.store.getState().view.discovery.skills.find(({ name }) => name === "a")?.location ?? "";
  await lab.actions.applyFix({
    label: "Edit",
    moves: [],
    writes: [
      { path: skill, text: "---\nname: a\ndescription: Mine.\n---\n" },
      { path: at(lab, "a/f58"), text: "mine" },
      { path: at(lab, "a/f57"), text: null },
    ],
  });
  rest.resolve("come");
  await lab.actions.fetchMissing();
  await until(lab, isWhole);
  const check = (one: Workspace) => {
    expect(textOf(one, "a/SKILL.md")).toContain("Mine.");
    expect(textOf(one, "a/f58")).toBe("mine");
    expect(textOf(one, "a/f57")).toBeUndefined();
    expect(textOf(one, "a/f56")).toHaveLength(32_000);
  };
  check(lab);
  await lab.close();
  const later = page.open({ own: true });
  await until(later, (state) => isReady(state) && isWhole(state));
  check(later);
});

/** The ids named by each request for objects since `first`. */
const wantsSince = (first: number) =>
  server.git.requests.slice(first).flatMap(({ body }) => body.toString().match(/(?<=want )[0-9a-f]{40}/g) ?? []);

test("who closes the page before all has come finds the workspace again, and only what had not come is fetched", async () => {
  const first = server.git.requests.length;
  const lab = await openPartly();
  // Some of the others have arrived and been reported.
  await until(lab, () => (statusOf(lab)?.pending ?? count) < count);
  const pending = statusOf(lab)?.pending ?? 0;
  await lab.close();
  rest = Promise.withResolvers();
  const second = server.git.requests.length;
  const later = page.open({ own: true });
  await until(later, ({ deliveries }) => deliveries.size > 0);
  expect(skillsOf(later)).toContain("a");
  expect(statusOf(later)?.pending).toBeLessThanOrEqual(pending);
  rest.resolve("come");
  await until(later, isWhole);
  expect(textOf(later, "a/f58")).toHaveLength(32_000);
  // The commit for its folders, and the files that were pending; those that arrived were named once, before.
  expect(wantsSince(second).length).toBeLessThanOrEqual(pending + 1);
  expect(wantsSince(first).length).toBeGreaterThan(wantsSince(second).length);
  const storage = await openStorage();
  expect(await storage.pieces(page.path, later.store.getState().mounts[0]?.id ?? "")).toEqual([]);
});

test("a tab that takes over fetches what had not come in the one that saved before", async () => {
  await openPartly();
  const second = page.open();
  await until(second, (state) => isReady(state) && state.storage.kind === "elsewhere");
  await second.actions.takeOver();
  rest.resolve("come");
  await until(second, (state) => state.missing.length === 0 && isWhole(state));
  expect(textOf(second, "a/z-last.md")).toBe("last\n");
});

test("a kept piece that is not what was kept is fetched again", async () => {
  const lab = await openPartly();
  await until(lab, () => (statusOf(lab)?.pending ?? count) < count);
  const mountId = lab.store.getState().mounts[0]?.id ?? "";
  await lab.close();
  const storage = await openStorage();
  const bytes = new TextEncoder().encode("---\nname: evil\ndescription: Of somebody else.\n---\n");
  await storage.savePiece(page.path, mountId, createSnapshot([{ path: "a/SKILL.md", mode: snapshotMode.file, bytes }]));
  rest = Promise.withResolvers();
  rest.resolve("come");
  const later = page.open({ own: true });
  await until(later, (state) => isWhole(state) && skillsOf(later).includes("a"));
  expect(textOf(later, "a/SKILL.md")).toContain("Body");
});

async function openShared(): Promise<Workspace> {
  const path = formatLink({ source: server.source("acme/large", { path: "s" }) });
  const lab = page.open({ path, search: "?prompt=Say%20hello" });
  await until(lab, ({ phase }) => phase.kind === "offered");
  return lab;
}

test("a link with a prompt is shown, and accepted, while its contents come", async () => {
  const lab = await openShared();
  const { phase, mounts } = lab.store.getState();
  expect(mounts).toEqual([]);
  expect(phase).toMatchObject({ offer: { prompt: "Say hello", fileCount: count + 5 } });
  expect(phase).not.toMatchObject({ offer: { byteCount: expect.anything() } });
  await lab.actions.acceptOffer();
  await until(lab, isReady);
  expect(statusOf(lab)).toMatchObject({ kind: "coming" });
  expect(textOf(lab, "a/SKILL.md")).toContain("Body");
  expect(lab.store.getState().messageText).toBe("Say hello");
  rest.resolve("come");
  await until(lab, isWhole);
  expect(textOf(lab, "a/f58")).toHaveLength(32_000);
});

test("what comes while a link is looked at is told of it, and there when it is accepted", async () => {
  const lab = await openShared();
  rest.resolve("come");
  const { phase } = await until(lab, (now) => now.phase.kind === "offered" && now.phase.offer.byteCount !== undefined);
  expect(phase).toMatchObject({ offer: { fileCount: count + 5, byteCount: expect.any(Number) } });
  await lab.actions.acceptOffer();
  await until(lab, isWhole);
  expect(textOf(lab, "a/f58")).toHaveLength(32_000);
});

test("what breaks while a link is looked at is told when it is accepted", async () => {
  const lab = await openShared();
  rest.resolve("break");
  await lab.actions.acceptOffer();
  await until(lab, isStopped);
  expect(lab.store.getState().phase.kind).toBe("ready");
  expect(statusOf(lab)).toMatchObject({ failure: { code: "network-cut" } });
});

test("a source on its way that is unmounted and put back goes on when it is fetched again", async () => {
  const lab = await openPartly();
  await lab.actions.unmount(lab.store.getState().mounts[0]?.id ?? "");
  expect(lab.store.getState().deliveries.size).toBe(0);
  await lab.actions.undoMount();
  expect(statusOf(lab)).toMatchObject({ kind: "stopped" });
  expect(lab.store.getState().storage.kind).toBe("incomplete");
  rest.resolve("come");
  await lab.actions.fetchMissing();
  await until(lab, isWhole);
  expect(textOf(lab, "a/f58")).toHaveLength(32_000);
});

test("a fix that moves a pending file waits for its content", async () => {
  const lab = await openPartly();
  const [from, to] = [at(lab, "a/z-last.md"), at(lab, "a/moved.md")];
  await lab.actions.applyFix({ label: "Move", moves: [{ from, to }], writes: [] });
  expect(textOf(lab, "a/moved.md")).toBe("last\n");
  rest.resolve("come");
  await until(lab, isWhole);
  expect(textOf(lab, "a/z-last.md")).toBeUndefined();
});

test("a folder is used while it is read; what vanishes meanwhile is told", async () => {
  const reading = Promise.withResolvers<ArrayBuffer>();
  const late = Object.assign(new Blob(["late"]), { arrayBuffer: () => reading.promise });
  const names = Array.from({ length: 300 }, (_, i) => `top/docs/f${i}`);
  const files = [
    { path: "top/pdf/SKILL.md", file: new Blob(["---\nname: pdf\ndescription: Of pdf.\n---\n"]) },
    ...names.map((path) => ({ path, file: new Blob([path]) })),
    { path: "top/late", file: late },
  ];
  const lab = page.open({ own: true, incoming: { kind: "upload", name: "top", files } });
  await until(lab, isReady);
  expect(skillsOf(lab)).toContain("pdf");
  expect(isPending(lab.store.getState().files.stat(at(lab, "late")))).toBe(true);
  await lab.store.getState().files.whenSettled?.(at(lab, "docs/f299"));
  expect(textOf(lab, "docs/f299")).toBe("top/docs/f299");
  reading.reject(new DOMException("gone", "NotFoundError"));
  await until(lab, isStopped);
  expect(statusOf(lab)).toMatchObject({ pending: 1, failure: { code: "upload-unreadable" } });
  expect(textOf(lab, "docs/f7")).toBe("top/docs/f7");
});

test("what was changed in a source that is still coming is compared with it once it is there", async () => {
  const lab = await openPartly();
  const last = at(lab, "a/z-last.md");
  await lab.store.getState().files.whenSettled?.(last);
  const fix = { label: "Edit", moves: [], writes: [{ path: last, text: "mine\n" }] };
  await lab.actions.applyFix(fix);
  expect(lab.actions.ownChanges()).toEqual([]);
  const carrying = lab.actions.carriedChanges();
  rest.resolve("come");
  await until(lab, isWhole);
  const [changed] = lab.actions.ownChanges();
  expect(changed?.changes.map(({ path, before }) => [path, new TextDecoder().decode(before?.bytes)])).toEqual([
    ["a/z-last.md", "last\n"],
  ]);
  expect((await carrying).count).toBe(1);
});
