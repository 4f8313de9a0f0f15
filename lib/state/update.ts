import type { ReportDiff } from "#lib/report/diff.ts";
import type { SnapshotEntry } from "#lib/vfs/snapshot.ts";
import type { ReportProgress } from "#lib/vfs/source.ts";

/** Files from a workspace file, compared with those of the source from which they claim to be. */
export interface ImportComparison {
  readonly mountId: string;
  readonly label: string;
  /** The address of the source, in readable form. */
  readonly host: string;
  /** The compared state: the full commit id, or the name of a sample. */
  readonly state: string;
  /** From the source's files to the imported ones. */
  readonly changes: readonly UpdateChange[];
}

/** What an update would change, shown before it is made. */
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
  /** Files that only the person has changed. */
  readonly kept: readonly string[];
  /** Files that the source now has exactly as the person made them: these are no changes any more. */
  readonly settled: readonly string[];
}

/** The change of one file between two states of a source. Paths are absolute inside it. */
export interface UpdateChange {
  /** `mode`: the content is unchanged, only the executable bit differs. */
  readonly kind: "added" | "changed" | "mode" | "renamed" | "removed";
  readonly path: string;
  /** With `renamed`: the former path of the same content. */
  readonly from?: string;
  readonly before?: UpdateFile;
  readonly now?: UpdateFile;
}

/** One file or link in one state of a source. */
export type UpdateFile = Pick<SnapshotEntry, "mode" | "bytes">;

/** A file that the person and the source have both changed, differently. */
export interface UpdateConflict {
  readonly path: string;
  /** The person's content; `null` where they deleted the file. */
  readonly mine: Uint8Array | null;
  readonly before?: UpdateFile;
  readonly theirs?: UpdateFile;
  /** The new path, where the source has moved the file unchanged. */
  readonly movedTo?: string;
  /**
   * New files of the source in the place of the person's file: a folder of its name, or a file where it needs a folder.
   */
  readonly inTheWay: readonly string[];
}

/** The change of one skill of a source. */
export interface SkillChange {
  readonly kind: "added" | "changed" | "moved" | "removed";
  /** The name in its frontmatter, else its folder's. */
  readonly name: string;
  /** Path of its SKILL.md, absolute inside the mount: the new one, or the former one of a removed skill. */
  readonly path: string;
  /** With `moved`: the former path. */
  readonly from?: string;
}

/** The changes of a source since its person opened it, or said that they trust its state. */
export interface SinceTrusted {
  /** Full commit ids: of the trusted state, and of the mounted or offered one. */
  readonly from: string;
  readonly to: string;
  /** In words, to follow a colon; empty where nothing has changed. */
  readonly summary: string;
  readonly skills: readonly SkillChange[];
  readonly files: readonly UpdateChange[];
  /** The differences between the reports on both. `skills` says which skills changed, byte by byte. */
  readonly report: Omit<ReportDiff, "skills">;
}

export interface SinceTrustedOptions {
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
}

/** How a person wants an update to be made. */
export interface UpdateChoices {
  /** Paths of conflicts in which the source's version is taken; in all others the person's stays. */
  readonly theirs: ReadonlySet<string>;
  /** New skills to install as well, where not all are: paths of their SKILL.md. */
  readonly skills: readonly string[];
}
