import { FailureError } from "#lib/failure.ts";
import { contentOf, type ObjectStore, type ObjectType, objectType, parseTree } from "#lib/git/pack/git-object.ts";
import { damaged } from "#lib/git/transport/packet-line.ts";
import { mountLimits } from "#lib/vfs/limits.ts";
import { type Snapshot, type SnapshotEntry, shareSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { createSnapshotGate, type SnapshotGate } from "#lib/vfs/snapshot-gate.ts";
import type { CloneWarning } from "./clone-protocol.ts";

export interface ListedFile {
  readonly path: string;
  readonly kind: "file" | "executable" | "link";
  /** The id of its content. */
  readonly id: string;
}

/** The files of a commit below a folder, read from its trees without any content. */
export interface CommitListing {
  readonly commit: string;
  /** The folder of the repository to which the paths are relative; `""` for its root. */
  readonly path: string;
  readonly files: readonly ListedFile[];
  readonly submodules: readonly CloneWarning[];
  /** Has admitted every path, at size 0: sizes are unknown before the contents arrive. */
  readonly gate: SnapshotGate;
}

/**
 * The files below `path` in the commit that `id` names (a commit, or an annotated tag). Every object on the way must be
 * in the store; a missing one is a failure, never a gap. Submodules are left out.
 */
export function listCommit(store: ObjectStore, id: string, path: string | undefined): CommitListing {
  const commit = peelTags(store, id);
  const root = headerId(store, commit, objectType.commit, "tree");
  const start = findFolder(store, root, path ?? "");
  const walk: Walk = { store, gate: createSnapshotGate(), files: [], submodules: [] };
  listFolder(walk, start.tree, "");
  const { files, submodules, gate } = walk;
  return { commit, path: start.path, files, submodules, gate };
}

interface Walk {
  readonly store: ObjectStore;
  readonly gate: SnapshotGate;
  readonly files: ListedFile[];
  readonly submodules: CloneWarning[];
}

function listFolder(walk: Walk, tree: string, prefix: string): void {
  for (const entry of parseTree(contentOf(walk.store, tree, objectType.tree))) {
    if (entry.name.includes("/")) refuseSlash(prefix + entry.name);
    const path = prefix + entry.name;
    if (entry.kind === "folder") {
      walk.gate.enter(path);
      listFolder(walk, entry.id, `${path}/`);
    } else if (entry.kind === "submodule") {
      walk.gate.enter(path);
      walk.submodules.push({ kind: "submodule", path });
    } else {
      walk.gate.admit(path, 0);
      walk.files.push({ path, kind: entry.kind, id: entry.id });
    }
  }
}

/** Walks down to `path`. A path of a file stands for its folder: people paste links to a SKILL.md. */
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

/** Tags may name tags; git itself sets no limit, but no honest chain is longer. */
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

function refuseSlash(path: string): never {
  throw new FailureError({ code: "name-refused", path, reason: "a name in it holds a slash" });
}

export interface CommitFiles {
  readonly snapshot: Snapshot;
  readonly warnings: readonly CloneWarning[];
}

/** The listed files with their contents. Each content must be in the store, and all together within the limits. */
export function readFiles({ files, submodules, gate }: CommitListing, store: ObjectStore): CommitFiles {
  const entries: SnapshotEntry[] = [];
  const pointers: CloneWarning[] = [];
  for (const { path, kind, id } of files) {
    const bytes = contentOf(store, id, objectType.blob, path);
    gate.weigh(path, bytes.length);
    entries.push({ path, mode: snapshotMode[kind], bytes });
    if (isLargeFilePointer(bytes)) pointers.push({ kind: "large-file-pointer", path });
  }
  return { snapshot: shareSnapshot(entries), warnings: [...pointers, ...submodules, ...gate.warnings()] };
}

/** The files whose contents are in the store, up to the limits. The whole commit is checked against them again. */
export function readCome(files: Iterable<ListedFile>, store: ObjectStore): Snapshot {
  const entries: SnapshotEntry[] = [];
  let left: number = mountLimits.bytes;
  for (const { path, kind, id } of files) {
    const object = store.objects.get(id);
    if (object?.type !== objectType.blob || object.bytes.length > Math.min(left, mountLimits.fileBytes)) continue;
    left -= object.bytes.length;
    entries.push({ path, mode: snapshotMode[kind], bytes: object.bytes });
  }
  return shareSnapshot(entries);
}

const pointerStart = new TextEncoder().encode("version https://git-lfs.github.com/spec/");

/** Whether the content is a pointer to a file stored by Git LFS (its specification: under 1,024 bytes). */
function isLargeFilePointer(bytes: Uint8Array): boolean {
  return (
    bytes.length < 1024 && bytes.length > pointerStart.length && pointerStart.every((byte, i) => bytes[i] === byte)
  );
}
