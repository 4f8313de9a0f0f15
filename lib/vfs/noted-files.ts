import { type BareTree, filesOf, type LinkedFiles } from "./resolve-link.ts";

/** A tree that notes what it is asked. */
export interface NotedFiles {
  /** The tree, to be asked. */
  readonly files: LinkedFiles;
  /**
   * Whether another tree would have given the same answers to all that has been asked since the last `begin`. Then whatever was worked out
   * from these is so of the other tree, too.
   */
  answersAlike(other: LinkedFiles): boolean;
}

/** Begins to note what is asked of a tree from here on. Files of equal content must have the very same bytes in both trees. */
export function noteQuestions({ bare }: LinkedFiles): NotedFiles {
  const stats = new Set<string>();
  const listings = new Set<string>();
  const contents = new Set<string>();
  const noted: BareTree = {
    ...bare,
    placeOf: (target) => bare.placeOf(target),
    statAt: (path) => {
      stats.add(path);
      return bare.statAt(path);
    },
    targetOf: (path) => {
      stats.add(path);
      return bare.targetOf(path);
    },
    entriesAt: (path) => {
      listings.add(path);
      return bare.entriesAt(path);
    },
    bytesAt: (path) => {
      contents.add(path);
      return bare.bytesAt(path);
    },
    // Who has a cell asks it, and nobody hears of that.
    cellAt: (path) => {
      contents.add(path);
      return bare.cellAt(path);
    },
  };
  return {
    files: filesOf(noted),
    answersAlike: ({ bare: other }) =>
      bare.hasLinks() === other.hasLinks() &&
      every(contents, (path) => bare.bytesAt(path) === other.bytesAt(path)) &&
      every(stats, (path) => isSame(bare.statAt(path), other.statAt(path))) &&
      every(listings, (path) => isSame(bare.entriesAt(path), other.entriesAt(path))),
  };
}

function every(paths: ReadonlySet<string>, isAlike: (path: string) => boolean): boolean {
  for (const path of paths) if (!isAlike(path)) return false;
  return true;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
