import { type BareTree, filesOf, type LinkedFiles } from "./bare-tree.ts";
import type { Entry, Stat } from "./files.ts";
import { basename, compareBytes, dirname, normalizePath } from "./paths.ts";
import { type Snapshot, type SnapshotEntry, snapshotEntries, snapshotMode } from "./snapshot.ts";

/** A snapshot as a tree of its own. An absolute link is dangling: the snapshot does not know where it is mounted. */
export function snapshotFiles(snapshot: Snapshot): LinkedFiles {
  return entryFiles(snapshotEntries(snapshot), [], () => undefined);
}

type ByPath = Readonly<Record<string, string>> | ReadonlyMap<string, string>;

export interface TextFilesOptions {
  /** Path of a link → its target, absolute (from this tree's root) or relative. */
  readonly links?: ByPath;
  /** Folders that exist even if they hold nothing. */
  readonly folders?: Iterable<string>;
}

/**
 * A tree written down: absolute path → text, for tests and conformance cases. A key that ends in a slash
 * is an empty folder. It is a whole filesystem, so an absolute link counts from its root.
 */
export function textFiles(texts: ByPath, options: TextFilesOptions = {}): LinkedFiles {
  const encoder = new TextEncoder();
  const pairs = pairsOf(texts);
  const isFolder = (path: string) => path.endsWith("/");
  const entry =
    (mode: SnapshotEntry["mode"]) =>
    ([path, text]: readonly [string, string]): SnapshotEntry => ({
      path: normalizePath(path).slice(1),
      mode,
      bytes: encoder.encode(text),
    });
  const files = pairs.filter(([path]) => !isFolder(path)).map(entry(snapshotMode.file));
  const links = pairsOf(options.links ?? {}).map(entry(snapshotMode.link));
  const folders = [...pairs.map(([path]) => path).filter(isFolder), ...(options.folders ?? [])];
  return entryFiles([...files, ...links], folders.map(normalizePath), normalizePath);
}

function pairsOf(byPath: ByPath): (readonly [string, string])[] {
  return byPath instanceof Map ? [...byPath] : Object.entries(byPath);
}

type Node = { readonly stat: Stat; readonly bytes?: Uint8Array; readonly entries?: Entry[] };

function entryFiles(
  entries: Iterable<SnapshotEntry>,
  folders: Iterable<string>,
  placeOf: BareTree["placeOf"],
): LinkedFiles {
  const nodes = new Map<string, Node>([["/", folderNode()]]);
  for (const folder of folders) addFolder(nodes, folder);
  for (const entry of entries) add(nodes, `/${entry.path}`, leafNode(entry));
  const hasLinks = [...nodes.values()].some(({ stat }) => stat.kind === "link");
  for (const { entries: unsorted } of nodes.values()) unsorted?.sort((a, b) => compareBytes(a.name, b.name));
  return filesOf({
    statAt: (path) => nodes.get(path)?.stat,
    entriesAt: (path) => nodes.get(path)?.entries,
    bytesAt: (path) => nodes.get(path)?.bytes,
    targetOf: (path) => nodes.get(path)?.stat.target,
    hasLinks: () => hasLinks,
    placeOf,
  });
}

function folderNode(): Node & { readonly entries: Entry[] } {
  return { stat: { kind: "folder", size: 0, executable: false }, entries: [] };
}

function leafNode({ mode, bytes }: SnapshotEntry): Node {
  if (mode === snapshotMode.link) {
    return { stat: { kind: "link", size: 0, executable: false, target: new TextDecoder().decode(bytes) } };
  }
  return { stat: { kind: "file", size: bytes.length, executable: mode === snapshotMode.executable }, bytes };
}

function add(nodes: Map<string, Node>, path: string, node: Node): void {
  addFolder(nodes, dirname(path)).push({ name: basename(path), kind: node.stat.kind });
  nodes.set(path, node);
}

function addFolder(nodes: Map<string, Node>, path: string): Entry[] {
  const known = nodes.get(path)?.entries;
  if (known) return known;
  const folder = folderNode();
  add(nodes, path, folder);
  return folder.entries;
}
