import { FailureError } from "#lib/failure.ts";
import { mountLimits } from "#lib/vfs/limits.ts";
import { createSnapshot, type Snapshot, type SnapshotEntry, snapshotMode } from "#lib/vfs/snapshot.ts";
import { createSnapshotGate, type SnapshotGate } from "#lib/vfs/snapshot-gate.ts";
import type { CloneWarning } from "./clone-protocol.ts";
import { damaged } from "./damaged.ts";
import { type ObjectType, objectType } from "./git-object.ts";
import type { ObjectStore } from "./object-store.ts";
import { parseTree, type TreeEntry } from "./tree.ts";

export interface CommitFiles {
  readonly commit: string;
  /** The folder of the repository that the snapshot's paths count from; `""` for its root. */
  readonly path: string;
  readonly snapshot: Snapshot;
  readonly warnings: readonly CloneWarning[];
}

/**
 * The files below `path` in the commit that `id` names (a commit, or a tag of one). Every object on
 * the way must be in the store; what is missing is a failure, never a gap. Submodules are left out.
 */
export function readCommit(store: ObjectStore, id: string, path: string | undefined): CommitFiles {
  const commit = peelTags(store, id);
  const root = headerId(store, commit, objectType.commit, "tree");
  const start = findFolder(store, root, path ?? "");
  const gate = createSnapshotGate();
  const walk: Walk = { store, gate, entries: [], warnings: [] };
  readFolder(walk, start.tree, "");
  const warnings = [...walk.warnings, ...gate.warnings];
  return { commit, path: start.path, snapshot: createSnapshot(walk.entries), warnings };
}

interface Walk {
  readonly store: ObjectStore;
  readonly gate: SnapshotGate;
  readonly entries: SnapshotEntry[];
  readonly warnings: CloneWarning[];
}

function readFolder(walk: Walk, tree: string, prefix: string): void {
  for (const entry of parseTree(contentOf(walk.store, tree, objectType.tree))) {
    if (entry.name.includes("/")) refuseSlash(prefix + entry.name);
    const path = prefix + entry.name;
    if (entry.kind === "folder") {
      walk.gate.enter(path);
      readFolder(walk, entry.id, `${path}/`);
    } else if (entry.kind === "submodule") {
      walk.gate.enter(path);
      walk.warnings.push({ kind: "submodule", path });
    } else {
      keepFile(walk, path, entry, entry.kind);
    }
  }
}

function keepFile(walk: Walk, path: string, entry: TreeEntry, kind: keyof typeof snapshotMode): void {
  const bytes = contentOf(walk.store, entry.id, objectType.blob, path);
  walk.gate.admit(path, bytes.length);
  walk.entries.push({ path, mode: snapshotMode[kind], bytes });
  if (isLargeFilePointer(bytes)) walk.warnings.push({ kind: "large-file-pointer", path });
}

/** Walks down to `path`. A path that names a file stands for its folder: people paste links to a SKILL.md. */
function findFolder(store: ObjectStore, root: string, path: string): { tree: string; path: string } {
  let tree = root;
  const taken: string[] = [];
  const names = path.split("/").filter((name) => name !== "");
  for (const [index, name] of names.entries()) {
    const entries = [...parseTree(contentOf(store, tree, objectType.tree))];
    const entry = entries.find((candidate) => candidate.name === name);
    const isFile = entry?.kind === "file" || entry?.kind === "executable";
    if (isFile && index === names.length - 1) break;
    if (entry?.kind !== "folder") throw new FailureError({ code: "path-missing", path: names.join("/") });
    tree = entry.id;
    taken.push(name);
  }
  return { tree, path: taken.join("/") };
}

/** Tags may name tags; git itself sets no bound, but no honest chain is longer. */
const maxTags = 8;

function peelTags(store: ObjectStore, id: string): string {
  let target = id;
  for (let depth = 0; depth < maxTags; depth++) {
    const type = store.objects.get(target)?.type;
    if (type === objectType.commit) return target;
    if (type !== objectType.tag) break;
    target = headerId(store, target, objectType.tag, "object");
  }
  throw damaged(`${id} names no commit that came with it`);
}

/** The id after `field` on the first line of a commit or tag. */
function headerId(store: ObjectStore, id: string, type: ObjectType, field: string): string {
  const text = new TextDecoder().decode(contentOf(store, id, type).subarray(0, 64));
  const match = /^(\w+) ([0-9a-f]{40})\n/.exec(text);
  if (match?.[1] !== field || !match[2]) throw damaged(`${id} is not readable`);
  return match[2];
}

function contentOf(store: ObjectStore, id: string, type: ObjectType, path?: string): Uint8Array {
  const object = store.objects.get(id);
  if (!object && store.skipped && path !== undefined) {
    throw new FailureError({ code: "too-large", limit: mountLimits.fileBytes, path });
  }
  if (!object) throw damaged(`object ${id} is missing`);
  if (object.type !== type) throw damaged(`object ${id} is of another type than its place`);
  return object.bytes;
}

function refuseSlash(path: string): never {
  throw new FailureError({ code: "name-refused", path, reason: "a name in it holds a slash" });
}

const pointerStart = new TextEncoder().encode("version https://git-lfs.github.com/spec/");

/** Whether the content only names a file kept elsewhere by Git LFS (its specification: under 1,024 bytes). */
function isLargeFilePointer(bytes: Uint8Array): boolean {
  return (
    bytes.length < 1024 && bytes.length > pointerStart.length && pointerStart.every((byte, i) => bytes[i] === byte)
  );
}
