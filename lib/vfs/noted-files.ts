import { type Entry, isPending, type Stat } from "./files.ts";
import { type BareTree, filesOf, type LinkedFiles } from "./resolve-link.ts";

/** A tree that records which questions it is asked. */
export interface NotedFiles {
  /** The tree to ask. */
  readonly files: LinkedFiles;
  /**
   * Whether `other` would give the same answers to everything asked so far. If so, any result derived from this tree also holds for
   * `other`.
   * @param isAlike whether two contents of a file are equivalent for the reader; absent: no two are
   */
  answersAlike(other: LinkedFiles, isAlike?: ContentsAlike): boolean;
}

export type ContentsAlike = (path: string, one: Uint8Array, other: Uint8Array) => boolean;

/**
 * Starts to record the questions asked of a tree. Files of equal content must have the very same byte array in both trees.
 * @param where the paths at which the trees may differ, folders above them included; only questions about these are recorded
 */
export function noteQuestions({ bare }: LinkedFiles, where: ReadonlySet<string>): NotedFiles {
  const stats = new Set<string>();
  const listings = new Set<string>();
  const contents = new Set<string>();
  const note = (questions: Set<string>, path: string) => void (where.has(path) && questions.add(path));
  const noted: BareTree = {
    ...bare,
    placeOf: (target) => bare.placeOf(target),
    statAt: (path) => {
      note(stats, path);
      return bare.statAt(path);
    },
    targetOf: (path) => {
      note(stats, path);
      return bare.targetOf(path);
    },
    entriesAt: (path) => {
      note(listings, path);
      return bare.entriesAt(path);
    },
    bytesAt: (path) => {
      note(contents, path);
      return bare.bytesAt(path);
    },
    // A reader who has the cell can read the content unrecorded, so asking for a cell counts as reading.
    cellAt: (path) => {
      note(contents, path);
      return bare.cellAt(path);
    },
  };
  return {
    files: filesOf(noted),
    answersAlike: ({ bare: other }, isAlike = () => false) =>
      bare.hasLinks() === other.hasLinks() &&
      every(stats, (path) => isSameStat(bare.statAt(path), other.statAt(path), contents.has(path))) &&
      every(listings, (path) => isSameListing(bare.entriesAt(path), other.entriesAt(path))) &&
      every(contents, (path) => {
        const [own, others] = [bare.bytesAt(path), other.bytesAt(path)];
        return own === others || (own !== undefined && others !== undefined && isAlike(path, own, others));
      }),
  };
}

function every(paths: ReadonlySet<string>, isAlike: (path: string) => boolean): boolean {
  for (const path of paths) if (!isAlike(path)) return false;
  return true;
}

/**
 * @param isRead whether the contents were also asked for: then they are compared themselves, and the size, by which a reader may skip a
 * file, need not be equal
 */
function isSameStat(one: Stat | undefined, other: Stat | undefined, isRead: boolean): boolean {
  if (!one || !other) return one === other;
  return (
    one.kind === other.kind &&
    (isRead || one.size === other.size) &&
    one.executable === other.executable &&
    one.target === other.target &&
    isPending(one) === isPending(other)
  );
}

function isSameListing(one: readonly Entry[] | undefined, other: readonly Entry[] | undefined): boolean {
  if (!one || !other) return one === other;
  return one.length === other.length && one.every(({ name, kind }, at) => isEntry(other[at], name, kind));
}

function isEntry(entry: Entry | undefined, name: string, kind: Entry["kind"]): boolean {
  return entry?.name === name && entry.kind === kind;
}
