import { finish } from "#lib/async/steps.ts";
import type { FileMove, QuickFix } from "#lib/harness/rules/types/quick-fix.ts";
import { draftKey } from "#lib/state/drafts.ts";
import { isEditOf, isLink } from "#lib/state/file-content.ts";
import type { Slice } from "#lib/state/slices.ts";
import type { LastFix } from "#lib/state/state.ts";
import type { Activity } from "#lib/tree/activity.ts";
import type { Selected } from "#lib/tree/selected.ts";
import type { Typed } from "#lib/tree/typed.ts";
import { isSameBytes } from "#lib/vfs/bytes.ts";
import { type Files, isPending } from "#lib/vfs/files.ts";
import { basename, foldersAbove, joinPath } from "#lib/vfs/paths.ts";
import { editedBytes, snapshotEntry } from "#lib/vfs/snapshot.ts";
import type { RefreshCause } from "#lib/view/harness.ts";
import { type FileEdit, type WriteNeeds, writeBytes } from "./write-files.ts";

export interface ChangeNeeds extends WriteNeeds {
  readonly slice: Slice<"editing">;
  readonly selected: Selected;
  readonly typed: Typed;
  readonly activity: Activity;
  /** The change that can be undone. */
  readonly last: { applied?: Applied | undefined };
}

/** What a fix did to each file, so that it can be undone. */
export interface Applied {
  readonly touched: readonly Touched[];
  readonly moves: readonly FileMove[];
}

interface Touched {
  readonly path: string;
  /** The path at which the file is now, or would be; `undefined` where its source was removed. */
  readonly now: () => string | undefined;
  readonly before: PathState;
  readonly after: PathState;
}

/** The wanted state of each path: bytes, `null` for no file, `source-link` for the source's link at that path. */
export type FileStates = ReadonlyMap<string, PathState>;

type PathState = FileState | "source-link" | null;

interface FileState {
  readonly bytes: Uint8Array;
  readonly executable?: boolean;
}

/** Changes files as a quick fix says, as an edit of the person's own. Only the last one can be undone. */
export async function applyFix(needs: ChangeNeeds, { label, moves, writes }: QuickFix): Promise<void> {
  const { files } = needs.tree.state();
  const from = moves.map((move) => move.from);
  await Promise.all(from.map((path) => files.whenSettled?.(path)));
  const lost = from.filter((path) => isPending(files.stat(path)));
  if (lost.length > 0) {
    const failure = { code: "files-pending", label, count: lost.length } as const;
    return needs.activity.fail(label, failure, () => applyFix(needs, { label, moves, writes }));
  }
  const encoder = new TextEncoder();
  const after = new Map<string, FileState | null>([
    ...moves.map(({ from }) => [from, null] as const),
    ...moves.map(({ from, to }) => [to, fileAt(files, from) ?? { bytes: new Uint8Array() }] as const),
    ...writes.map(({ path, text }) => [path, text === null ? null : { bytes: encoder.encode(text) }] as const),
  ]);
  await changeFiles(needs, { verb: "Fixed", label }, after, { moves });
}

/**
 * The source's bytes of a file whose content a person, a fix or the model has changed; `undefined` where it is
 * unchanged, or the source has no such file.
 */
export function mountedVersion(
  { tree, keeping }: Pick<WriteNeeds, "tree" | "keeping">,
  path: string,
): Uint8Array | undefined {
  const place = tree.table().locate(path);
  const mount = keeping.contents()?.mounts.get(place?.mountId ?? "");
  const edit = mount?.edits.get(place?.path ?? "");
  if (!place || !mount || !edit) return undefined;
  const mounted = snapshotEntry(mount.base, place.path.slice(1));
  return !mounted || isLink(mounted) || finish(isEditOf(editedBytes(edit), mounted)) ? undefined : mounted.bytes;
}

/** Restores the source's content of a changed file. Can be undone like a fix. */
export async function revertFile(needs: ChangeNeeds, path: string): Promise<void> {
  const mounted = mountedVersion(needs, path);
  if (!mounted) return;
  await changeFiles(needs, { verb: "Reverted", label: basename(path) }, new Map([[path, { bytes: mounted }]]));
}

export interface ChangeOptions {
  readonly moves?: readonly FileMove[];
  /** Whether the harness restarts with the changes, or notices them while it runs. */
  readonly cause?: RefreshCause;
}

/**
 * Brings files into these states, as edits of the person's own; `undoFix` undoes that. Selection and drafts follow
 * `moves`. Throws `name-refused` where a file cannot be written there; then nothing has changed.
 */
export async function changeFiles(
  needs: ChangeNeeds,
  said: Pick<LastFix, "verb" | "label">,
  after: FileStates,
  { moves = [], cause = "disk" }: ChangeOptions = {},
): Promise<void> {
  const { files } = needs.tree.state();
  const touched = [...after].map(([path, to]) => {
    return { path, now: pathOver(needs, path, to), before: stateAt(files, path, to), after: to };
  });
  await writeStates(needs, after, cause, () => {
    followMoves(needs, moves);
    needs.last.applied = { touched, moves };
    needs.slice.set({ lastFix: { ...said, state: "applied" } });
  });
}

/** Undoes the last fix, except in files that have changed since. */
export async function undoFix(needs: ChangeNeeds): Promise<void> {
  const applied = needs.last.applied;
  const { files } = needs.tree.state();
  const { lastFix } = needs.slice.get();
  if (!applied || lastFix?.state !== "applied") return;
  const untouched = new Map(
    applied.touched.flatMap((one) => {
      const now = one.now();
      const isUntouched = now !== undefined && isSame(stateAt(files, now, one.after), one.after);
      return isUntouched ? [[one.path, { now, before: one.before }] as const] : [];
    }),
  );
  const moves = applied.moves.flatMap(({ from, to }) => (untouched.has(to) ? [{ from: to, to: from }] : []));
  await writeStates(needs, new Map(Array.from(untouched.values(), ({ now, before }) => [now, before])), "disk", () => {
    delete needs.last.applied;
    followMoves(needs, moves, (path) => untouched.get(path)?.now ?? path);
    needs.slice.set({ lastFix: { ...lastFix, state: "undone" } });
  });
}

/** Writes after `show` has shown it. Where nothing can be written, nothing is shown, and the change before can still be undone. */
async function writeStates(
  needs: ChangeNeeds,
  contents: FileStates,
  cause: RefreshCause,
  show: () => void,
): Promise<void> {
  const edits = [...contents].map(([path, state]): FileEdit => {
    if (state === "source-link") return { path, bytes: state };
    return { path, bytes: state?.bytes ?? null, executable: state?.executable ?? false };
  });
  const gone = edits.filter(({ bytes }) => !bytes);
  // With a file go all the folders that contained nothing else.
  const emptied = gone.flatMap(({ path }) => [...foldersAbove(path)].filter((folder) => folder !== "/"));
  const [{ selection }, { drafts }, { lastFix }] = [needs.selected.state(), needs.typed.state(), needs.slice.get()];
  const { applied } = needs.last;
  show();
  try {
    await writeBytes(needs, edits, { cause, emptied: new Set(emptied) });
  } catch (caught) {
    needs.selected.restore(selection);
    needs.typed.restore(drafts);
    needs.last.applied = applied;
    needs.slice.set({ lastFix });
    throw caught;
  }
}

/**
 * The state that a change to `to` replaces: bytes are written through a link, everything else replaces the link itself.
 */
function stateAt(files: Files, path: string, to: PathState): PathState {
  return !isThrough(to) && files.lstat(path)?.kind === "link" ? "source-link" : fileAt(files, path);
}

function isThrough(to: PathState): to is FileState {
  return to !== null && to !== "source-link";
}

function fileAt(files: Files, path: string): FileState | null {
  const bytes = files.read(path)?.slice();
  return bytes ? { bytes, executable: files.stat(path)?.executable ?? false } : null;
}

/**
 * Follows the place of a file that is changed to `to`, which in a source lasts: an installed skill that loses its SKILL.md is no longer at
 * its path.
 */
function pathOver({ tree }: ChangeNeeds, path: string, to: PathState): Touched["now"] {
  const place = tree.table().locate(path, isThrough(to) ? "follow" : "keep");
  const source = place && tree.mountOf(place.mountId);
  if (!source) return () => path;
  return () => {
    const mount = tree.mountOf(source.id);
    return mount && joinPath(mount.at, place.path);
  };
}

/**
 * Moves the selection and the drafts of moved files to their new paths.
 * @param at the path at which a file is shown in any case
 */
function followMoves(needs: ChangeNeeds, moves: readonly FileMove[], at = (path: string) => path): void {
  const { files } = needs.tree.state();
  if (moves.length === 0) return;
  needs.selected.follow((path) => moves.find(({ from }) => from === path || at(from) === path)?.to ?? path);
  needs.typed.rekey(new Map(moves.map(({ from, to }) => [draftKey(files, at(from)), draftKey(files, at(to))])));
}

function isSame(a: PathState, b: PathState): boolean {
  if (!a || !b || a === "source-link" || b === "source-link") return a === b;
  return isSameBytes(a.bytes, b.bytes);
}
