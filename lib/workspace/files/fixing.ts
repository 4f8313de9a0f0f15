import { finish } from "#lib/harness/discovery/discover.ts";
import type { FileMove, QuickFix } from "#lib/harness/rules/types/quick-fix.ts";
import { type Files, isPending } from "#lib/vfs/files.ts";
import { basename, foldersAbove } from "#lib/vfs/paths.ts";
import { editedBytes, snapshotEntry } from "#lib/vfs/snapshot.ts";
import type { Core } from "#lib/workspace/core.ts";
import type { RefreshCause } from "#lib/workspace/harness/refresh.ts";
import type { LastFix } from "#lib/workspace/state.ts";
import { draftKey, rekeyed } from "#lib/workspace/tree/drafts.ts";
import { isEditOf, isLink } from "#lib/workspace/tree/file-content.ts";
import { withPaths } from "#lib/workspace/tree/open-files.ts";
import { type FileEdit, writeBytes } from "./write-files.ts";

/** What a fix did to each file, so that it can be taken back. */
interface Applied {
  readonly before: FileStates;
  readonly after: FileStates;
  readonly moves: readonly FileMove[];
}

/** What is to stand at each path; `null` for nothing, `source-link` for the link that the source has there. */
export type FileStates = ReadonlyMap<string, PathState>;

type PathState = FileState | "source-link" | null;

interface FileState {
  readonly bytes: Uint8Array;
  readonly executable?: boolean;
}

const lastApplied = new WeakMap<Core, Applied>();

/** Changes files as a quick fix says, as an edit of the person's own. The last one can be taken back. */
export async function applyFix(core: Core, { label, moves, writes }: QuickFix): Promise<void> {
  const { files } = core.store.getState();
  const from = moves.map((move) => move.from);
  await Promise.all(from.map((path) => files.arrival?.(path)));
  const lost = from.filter((path) => isPending(files.stat(path)));
  if (lost.length > 0) {
    core.retry = () => applyFix(core, { label, moves, writes });
    const failure = { code: "files-pending", label, count: lost.length } as const;
    core.store.setState({ activity: { kind: "failed", label, failure } });
    return;
  }
  const encoder = new TextEncoder();
  const after = new Map<string, FileState | null>([
    ...moves.map(({ from }) => [from, null] as const),
    ...moves.map(({ from, to }) => [to, fileAt(files, from) ?? { bytes: new Uint8Array() }] as const),
    ...writes.map(({ path, text }) => [path, text === null ? null : { bytes: encoder.encode(text) }] as const),
  ]);
  await changeFiles(core, { verb: "Fixed", label }, after, { moves });
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
  if (!mounted) return;
  await changeFiles(core, { verb: "Reverted", label: basename(path) }, new Map([[path, { bytes: mounted }]]));
}

interface ChangeOptions {
  readonly moves?: readonly FileMove[];
  /** Whether the harness starts with the changes, or comes across them as it runs. */
  readonly cause?: RefreshCause;
}

/**
 * Puts files where they are to be, as edits of the person's own; `undoFix` takes that back. What was looked at and typed
 * goes along with `moves`. Throws `name-refused` where a file cannot stand there; then nothing has changed.
 */
export async function changeFiles(
  core: Core,
  said: Pick<LastFix, "verb" | "label">,
  after: FileStates,
  { moves = [], cause = "disk" }: ChangeOptions = {},
): Promise<void> {
  const { files } = core.store.getState();
  const before = new Map([...after].map(([path, to]) => [path, stateAt(files, path, to)]));
  lastApplied.set(core, { before, after, moves });
  followMoves(core, moves);
  core.store.setState({ lastFix: { ...said, state: "applied" } });
  try {
    await writeAll(core, after, cause);
  } catch (caught) {
    // Nothing was written, so there is nothing to take back.
    lastApplied.delete(core);
    core.store.setState({ lastFix: undefined });
    throw caught;
  }
}

/** Takes the last fix back, but for files that have changed since. */
export async function undoFix(core: Core): Promise<void> {
  const applied = lastApplied.get(core);
  const { files, lastFix } = core.store.getState();
  if (!applied || lastFix?.state !== "applied") return;
  lastApplied.delete(core);
  const untouched = [...applied.before].filter(([path]) => {
    const made = applied.after.get(path) ?? null;
    return isSame(stateAt(files, path, made), made);
  });
  const moves = applied.moves.map(({ from, to }) => ({ from: to, to: from }));
  followMoves(core, moves);
  core.store.setState({ lastFix: { ...lastFix, state: "undone" } });
  await writeAll(core, new Map(untouched), "disk");
}

async function writeAll(core: Core, contents: FileStates, cause: RefreshCause): Promise<void> {
  const edits = [...contents].map(([path, state]): FileEdit => {
    if (state === "source-link") return { path, bytes: state };
    return { path, bytes: state?.bytes ?? null, executable: state?.executable ?? false };
  });
  const gone = edits.filter(({ bytes }) => !bytes);
  // With a file all the folders go that held nothing else.
  const emptied = gone.flatMap(({ path }) => [...foldersAbove(path)].filter((folder) => folder !== "/"));
  await writeBytes(core, edits, { cause, emptied: new Set(emptied) });
}

/** What a change to `to` replaces: bytes are written through a link, everything else takes the place of the link itself. */
function stateAt(files: Files, path: string, to: PathState): PathState {
  const isThrough = to !== null && to !== "source-link";
  return !isThrough && files.lstat(path)?.kind === "link" ? "source-link" : fileAt(files, path);
}

function fileAt(files: Files, path: string): FileState | null {
  const bytes = files.read(path)?.slice();
  return bytes ? { bytes, executable: files.stat(path)?.executable ?? false } : null;
}

/** Gives the selection and the drafts of moved files their new paths. */
function followMoves({ store }: Core, moves: readonly FileMove[]): void {
  const targetOf = (path: string) => moves.find(({ from }) => from === path)?.to ?? path;
  const { selection: before, drafts, files } = store.getState();
  const selection = withPaths(before, targetOf);
  if (moves.length === 0) return;
  const keys = new Map(moves.map(({ from, to }) => [draftKey(files, from), draftKey(files, to)]));
  store.setState({ selection, drafts: rekeyed(drafts, keys) });
}

function isSame(a: PathState, b: PathState): boolean {
  if (!a || !b || a === "source-link" || b === "source-link") return a === b;
  return a.bytes.length === b.bytes.length && a.bytes.every((byte, index) => byte === b.bytes[index]);
}
