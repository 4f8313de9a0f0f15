import { finish } from "#lib/harness/discovery/discover.ts";
import type { FileMove, QuickFix } from "#lib/harness/explain/quick-fix.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import { editedBytes, snapshotEntry } from "#lib/vfs/snapshot.ts";
import type { Core } from "#lib/workspace/core.ts";
import type { LastFix, Selection } from "#lib/workspace/state.ts";
import { draftKey, rekeyed } from "#lib/workspace/tree/drafts.ts";
import { isEditOf, isLink } from "#lib/workspace/tree/file-content.ts";
import { type FileEdit, writeBytes } from "./write-files.ts";

/** What a fix did to each file, so that it can be taken back. */
interface Applied {
  readonly before: ReadonlyMap<string, Uint8Array | null>;
  readonly after: ReadonlyMap<string, Uint8Array | null>;
  readonly moves: readonly FileMove[];
}

const lastApplied = new WeakMap<Core, Applied>();

/** Changes files as a quick fix says, as an edit of the person's own. The last one can be taken back. */
export async function applyFix(core: Core, { label, moves, writes }: QuickFix): Promise<void> {
  const { files } = core.store.getState();
  const encoder = new TextEncoder();
  const after = new Map<string, Uint8Array | null>([
    ...moves.map(({ from }) => [from, null] as const),
    ...moves.map(({ from, to }) => [to, files.read(from) ?? new Uint8Array()] as const),
    ...writes.map(({ path, text }) => [path, text === null ? null : encoder.encode(text)] as const),
  ]);
  await apply(core, { verb: "Fixed", label }, after, moves);
}

/**
 * The bytes that the source has for a file whose content a person, a fix or the model has changed; `undefined` where
 * nothing was changed, or the source has no such file.
 */
export function mountedVersion({ table, saver }: Core, path: string): Uint8Array | undefined {
  const place = table.locate(path);
  const mount = saver.contents()?.mounts.get(place?.mountId ?? "");
  const edit = mount?.edits.get(place?.path ?? "");
  if (!place || !mount || !edit) return undefined;
  const mounted = snapshotEntry(mount.base, place.path.slice(1));
  return !mounted || isLink(mounted) || finish(isEditOf(editedBytes(edit), mounted)) ? undefined : mounted.bytes;
}

/** Gives a changed file its source's content back. Can be taken back like a fix. */
export async function revertFile(core: Core, path: string): Promise<void> {
  const mounted = mountedVersion(core, path);
  if (mounted) await apply(core, { verb: "Reverted", label: basename(path) }, new Map([[path, mounted]]), []);
}

async function apply(
  core: Core,
  said: Pick<LastFix, "verb" | "label">,
  after: Applied["after"],
  moves: readonly FileMove[],
): Promise<void> {
  const { files } = core.store.getState();
  const before = new Map([...after.keys()].map((path) => [path, files.read(path)?.slice() ?? null]));
  lastApplied.set(core, { before, after, moves });
  followMoves(core, moves);
  core.store.setState({ lastFix: { ...said, state: "applied" } });
  await writeAll(core, after, moves);
}

/** Takes the last fix back, but for files that have changed since. */
export async function undoFix(core: Core): Promise<void> {
  const applied = lastApplied.get(core);
  const { files, lastFix } = core.store.getState();
  if (!applied || lastFix?.state !== "applied") return;
  lastApplied.delete(core);
  const untouched = [...applied.before].filter(([path]) =>
    isSame(files.read(path) ?? null, applied.after.get(path) ?? null),
  );
  const moves = applied.moves.map(({ from, to }) => ({ from: to, to: from }));
  followMoves(core, moves);
  core.store.setState({ lastFix: { ...lastFix, state: "undone" } });
  await writeAll(core, new Map(untouched), moves);
}

async function writeAll(
  core: Core,
  contents: ReadonlyMap<string, Uint8Array | null>,
  moves: readonly FileMove[],
): Promise<void> {
  const { files } = core.store.getState();
  const executable = new Set(moves.flatMap(({ from, to }) => (files.stat(from)?.executable ? [to] : [])));
  const edits = [...contents].map(([path, bytes]): FileEdit => ({ path, bytes, executable: executable.has(path) }));
  await writeBytes(core, edits, { emptied: new Set(moves.map(({ from }) => dirname(from))) });
}

/** Gives the selection and the drafts of moved files their new paths. */
function followMoves({ store }: Core, moves: readonly FileMove[]): void {
  const targetOf = (path: string) => moves.find(({ from }) => from === path)?.to ?? path;
  const { selection: before, drafts, files } = store.getState();
  const { skill, file } = before;
  const selection: Selection = {
    ...(skill !== undefined && { skill: targetOf(skill) }),
    ...(file && { file: { ...file, path: targetOf(file.path) } }),
  };
  if (moves.length === 0) return;
  const keys = new Map(moves.map(({ from, to }) => [draftKey(files, from), draftKey(files, to)]));
  store.setState({ selection, drafts: rekeyed(drafts, keys) });
}

function isSame(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (!a || !b) return a === b;
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
