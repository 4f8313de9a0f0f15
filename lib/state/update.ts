import type { ReportDiff } from "#lib/report/diff.ts";
import type { SnapshotEntry } from "#lib/vfs/snapshot.ts";
import type { ReportProgress } from "#lib/vfs/source.ts";

/** Files that came with a workspace file, beside those of the source that they are said to be from. */
export interface ImportComparison {
  readonly mountId: string;
  readonly label: string;
  /** The address of the source, as people read it. */
  readonly host: string;
  /** What was compared with: the full commit id, or the name of a sample. */
  readonly state: string;
  /** From the source's files to those that were imported. */
  readonly changes: readonly UpdateChange[];
}

/** What an update would change, shown before it does. */
export interface UpdateOffer {
  readonly mountId: string;
  readonly label: string;
  /** The branch or tag that moved. */
  readonly ref: string;
  /** Full commit ids. */
  readonly from: string;
  readonly to: string;
  readonly comparison: UpdateComparison;
  readonly skills: readonly SkillChange[];
}

export interface UpdateComparison {
  readonly changes: readonly UpdateChange[];
  readonly conflicts: readonly UpdateConflict[];
  /** Files with the person's own changes that the source has left alone. */
  readonly kept: readonly string[];
  /** Files that the source now has just as the person made them: no changes of their own any more. */
  readonly settled: readonly string[];
}

/** What became of one file between two states of a source. Paths are absolute inside it. */
export interface UpdateChange {
  /** `mode`: the content is as it was, and only whether it can be executed is not. */
  readonly kind: "added" | "changed" | "mode" | "renamed" | "removed";
  readonly path: string;
  /** With `renamed`: where the same content stood before. */
  readonly from?: string;
  readonly before?: UpdateFile;
  readonly now?: UpdateFile;
}

/** One file or link in one state of a source. */
export type UpdateFile = Pick<SnapshotEntry, "mode" | "bytes">;

/** A file that the person and the source have both changed, and not alike. */
export interface UpdateConflict {
  readonly path: string;
  /** The person's content; `null` where they deleted the file. */
  readonly mine: Uint8Array | null;
  readonly before?: UpdateFile;
  readonly theirs?: UpdateFile;
  /** Where the source has moved it, unchanged. */
  readonly movedTo?: string;
  /** New files of the source that stand where the person's file has to stand: a folder of its name, or the other way. */
  readonly inTheWay: readonly string[];
}

/** What becomes of one skill of a source. */
export interface SkillChange {
  readonly kind: "added" | "changed" | "moved" | "removed";
  /** As its frontmatter calls it, else its folder. */
  readonly name: string;
  /** Path of its SKILL.md, absolute inside the mount: the new one, or where it stood. */
  readonly path: string;
  /** With `moved`: where it stood. */
  readonly from?: string;
}

/** What has become of a source since its person opened it, or said that they trust it as it is. */
export interface SinceTrusted {
  /** Full commit ids: of what they trust, and of what is mounted or offered. */
  readonly from: string;
  readonly to: string;
  /** In words, to stand behind a colon; empty where nothing has changed. */
  readonly summary: string;
  readonly skills: readonly SkillChange[];
  readonly files: readonly UpdateChange[];
  /** What the reports on both tell. Which skills changed, `skills` says, byte by byte. */
  readonly report: Omit<ReportDiff, "skills">;
}

export interface SinceTrustedOptions {
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
}

/** How a person wants an update. */
export interface UpdateChoices {
  /** Conflicts, by path, in which they take the source's version; in all others their own stays. */
  readonly theirs: ReadonlySet<string>;
  /** New skills to be installed as well, where not all are: paths of their SKILL.md. */
  readonly skills: readonly string[];
}
