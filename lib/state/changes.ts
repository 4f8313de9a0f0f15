import type { FileChange } from "#lib/share/changes/file-change.ts";
import type { Source } from "#lib/vfs/source.ts";

/** What a person has changed in one source, or in the workspace's own files. */
export interface MountChanges {
  readonly mountId: string;
  readonly label: string;
  /** The path at which the source is shown; paths of its changes are relative to it. */
  readonly at: string;
  /** Absent for the workspace's own files, which belong to no source. */
  readonly source?: Source;
  /** Full id of the changed commit, where there is one. */
  readonly commit?: string;
  /** The branch or tag of the commit, where that is known. */
  readonly branch?: string;
  readonly changes: readonly FileChange[];
}

/** Changes that were written into a folder of the person's disk. */
export interface Written {
  readonly kind: "written";
  /** The files that were written or deleted; the others were already up to date. */
  readonly count: number;
  readonly folder: string;
}

/** The result of writing changes into a folder of the person's disk. */
export type WriteBack =
  | Written
  /** Nothing was written: these files differ from the source's. */
  | { readonly kind: "differs"; readonly paths: readonly string[]; readonly folder: string }
  /** The person chose no folder, or did not give permission. */
  | { readonly kind: "none" };

/** The effect of the changes in a link. */
export type OfferedChanges =
  /** Files that they change are still arriving. */
  | { readonly kind: "coming" }
  /** The changed files, before and after. */
  | { readonly kind: "fits"; readonly source: readonly FileChange[]; readonly own: readonly FileChange[] }
  /** None of the changes is made. */
  | { readonly kind: "unfit"; readonly reasons: readonly { readonly path: string; readonly reason: string }[] };

/** Changes packed for a link. */
export interface CarriedChanges {
  /** With its `#`; absent where there are no changes, or more than a link holds. */
  readonly fragment?: string;
  readonly count: number;
  /** The number of changes that the link does not carry, in other sources. */
  readonly others: number;
}
