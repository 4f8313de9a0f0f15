import { FailureError } from "#lib/failure.ts";
import type { FileWrite } from "#lib/harness/vocabulary/session.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import { applyEdits } from "#lib/stage/grow-tree.ts";
import { place as harnessPlace } from "#lib/stage/place.ts";
import { registryMountId } from "#lib/stage/place-plugins.ts";
import { ownMountId } from "#lib/stage/placement.ts";
import { isLink } from "#lib/state/file-content.ts";
import type { Tree } from "#lib/tree/tree.ts";
import type { LastLink } from "#lib/vfs/resolve-link.ts";
import { type Edit, editOf, snapshotEntry } from "#lib/vfs/snapshot.ts";
import type { Harness, RefreshCause } from "#lib/view/harness.ts";

export interface WriteNeeds {
  readonly keeping: Keeping;
  readonly tree: Tree;
  readonly harness: Harness;
}

/** The wanted state of a path. */
export interface FileEdit {
  readonly path: string;
  /**
   * A file's new content; `null` removes the file. `source-link` restores the source's link, or removes the file where
   * the source has none. Edits are never links: a link can be left alone, removed or restored, but not created.
   */
  readonly bytes: Uint8Array | null | "source-link";
  /** For a new file only; an existing file keeps its mode. */
  readonly executable?: boolean;
}

/**
 * Writes files of the workspace as edits of their mounts; the source's own snapshot stays unchanged. The page shows
 * them before they are saved: the harness runs on or, with the cause `load`, restarts. Resolves when saved. Throws
 * `name-refused` where a file cannot be written at its path; then none is written.
 */
export async function writeFiles(needs: WriteNeeds, writes: readonly FileWrite[], cause?: RefreshCause): Promise<void> {
  const encoder = new TextEncoder();
  const edits = writes.map(({ path, text }) => ({ path, bytes: text === null ? null : encoder.encode(text) }));
  await writeBytes(needs, edits, cause && { cause });
}

export interface WriteOptions {
  readonly cause?: RefreshCause;
  /** Folders that are removed, too, if they end up empty. */
  readonly emptied?: ReadonlySet<string>;
}

/** Like `writeFiles`, with bytes instead of text. */
export async function writeBytes(
  needs: WriteNeeds,
  edits: readonly FileEdit[],
  { cause = "disk", emptied = new Set() }: WriteOptions = {},
): Promise<void> {
  if (edits.length === 0) return;
  const byMount = writeOrTakeBack(needs, edits, emptied);
  for (const [mountId, ofMount] of byMount) {
    if ([...ofMount.keys()].some((path) => path.toLowerCase().endsWith("/skill.md"))) needs.tree.reindex(mountId);
  }
  // Saving begins before the file is shown, so that the saver already knows that the person changed it.
  const saved = Promise.all(
    [...byMount].map(([mountId, ofMount]) => {
      const given = new Map([...ofMount].filter((one): one is [string, Edit] => one[1] !== "as-source"));
      const restored = [...ofMount.keys()].filter((path) => !given.has(path));
      return needs.keeping.saveEdits(mountId, given, restored);
    }),
  );
  await needs.harness.refresh(cause);
  await saved;
}

/** The record of a written path: an edit, or none where the path equals its source again. */
type Written = Edit | "as-source";

/**
 * Writes all of the edits, by mount. Where one is refused, those before it are undone. Removals come first, since a file may come to where
 * a folder was, and the other way round.
 */
function writeOrTakeBack(
  needs: WriteNeeds,
  edits: readonly FileEdit[],
  emptied: ReadonlySet<string>,
): ReadonlyMap<string, Map<string, Written>> {
  const byMount = new Map<string, Map<string, Written>>();
  const takeBack: (() => void)[] = [];
  const write = ({ path: at, bytes, executable = false }: FileEdit) => {
    takeBack.push(restoring(needs, at));
    const written = bytes === "source-link" ? restoreLink(needs, at) : writeFile(needs, at, bytes, executable);
    if (!written) return;
    const { mountId, path, edit } = written;
    const ofMount = byMount.get(mountId) ?? new Map<string, Written>();
    byMount.set(mountId, ofMount.set(path, edit));
  };
  try {
    for (const one of edits) if (!one.bytes) write(one);
    for (const folder of [...emptied].sort((a, b) => b.length - a.length)) removeEmpty(needs, folder);
    for (const one of edits) if (one.bytes) write(one);
  } catch (caught) {
    for (const restore of takeBack.toReversed()) restore();
    throw caught;
  }
  return byMount;
}

/**
 * Returns a function that restores the present state of a path. A folder is left as it then is.
 */
function restoring(needs: WriteNeeds, path: string): () => void {
  const place = needs.tree.table().locate(path, "keep");
  if (!place) return () => undefined;
  const { volume, path: inside } = place;
  const [stat, bytes] = [volume.lstat(inside), volume.read(inside)];
  if (stat?.kind === "folder") return () => undefined;
  return () => {
    // A folder that was made in its place is empty by now.
    if (!stat || volume.lstat(inside)?.kind === "folder") volume.remove(inside);
    if (stat?.kind === "link") volume.link(inside, stat.target ?? "");
    else if (bytes) volume.write(inside, bytes, stat);
  };
}

/** Restores the source's link where something else, or nothing, is now. The path then has no edit. */
function restoreLink(needs: WriteNeeds, path: string) {
  const { mountId, volume, path: inside } = placeOf(needs, path, "keep");
  const base = needs.keeping.contents()?.mounts.get(mountId)?.base;
  const entry = base && snapshotEntry(base, inside.slice(1));
  if (!entry || !isLink(entry)) return undefined;
  (needs.tree.grown(mountId)?.volume ?? volume).link(inside, new TextDecoder().decode(entry.bytes));
  return { mountId, path: inside, edit: "as-source" as const };
}

function placeOf(needs: WriteNeeds, path: string, last: LastLink) {
  const place = needs.tree.table().locate(path, last);
  // The root is mounted, so every path has a mount, except behind a link to nothing or out of its source.
  if (!place) throw new FailureError({ code: "name-refused", path, reason: "a link in it leads nowhere" });
  return place;
}

function writeFile(needs: WriteNeeds, path: string, bytes: Uint8Array | null, executable: boolean) {
  const place = placeOf(needs, path, bytes ? "follow" : "keep");
  // The registry of installed plugins is generated from the sources; a person's changes to it are saved with their own
  // files.
  const isRegistry = place.mountId === registryMountId;
  const {
    mountId,
    volume,
    path: inside,
  } = isRegistry ? { mountId: ownMountId, volume: needs.tree.own().volume, path } : place;
  const isExecutable = executable || volume.stat(inside)?.executable === true;
  const edit = bytes && editOf(bytes, isExecutable);
  // Just after a mount's files were swapped, the table still holds the old tree: write into the new one.
  const current = needs.tree.grown(mountId)?.volume ?? volume;
  if (current !== volume) applyEdits(current, new Map([[inside, edit]]));
  else if (bytes) volume.write(inside, bytes, executable ? { executable } : {});
  else volume.remove(inside);
  return { mountId, path: inside, edit };
}

/** Removes a folder that has become empty: snapshots hold no empty folders, so it would be gone at the next visit. */
function removeEmpty(needs: WriteNeeds, folder: string): void {
  if (folder === harnessPlace.cwd || folder === harnessPlace.home) return;
  const place = needs.tree.table().locate(folder, "keep");
  if (place && place.path !== "/" && place.volume.list(place.path)?.length === 0) place.volume.remove(place.path);
}
