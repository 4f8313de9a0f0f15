import type { FileChange } from "#lib/share/changes/file-change.ts";
import type { Source } from "#lib/vfs/source.ts";

/** What a person has changed in one source, or in the workspace's own files. */
export interface MountChanges {
  readonly mountId: string;
  readonly label: string;
  /** Where the whole of it is seen: paths of its changes count from there. */
  readonly at: string;
  /** Absent for the workspace's own files, which no source has. */
  readonly source?: Source;
  /** Full id of the commit that was changed, where there is one. */
  readonly commit?: string;
  /** The branch or tag that the commit was taken from, where that is known. */
  readonly branch?: string;
  readonly changes: readonly FileChange[];
}

/** How changes were written into a folder of the person's disk. */
export type WriteBack =
  /** `count`: of files that were written or deleted; the others were so already. */
  | { readonly kind: "written"; readonly count: number; readonly folder: string }
  /** Nothing was written: these files are not there as the source has them. */
  | { readonly kind: "differs"; readonly paths: readonly string[]; readonly folder: string }
  /** The person chose no folder, or did not allow it. */
  | { readonly kind: "none" };

/** What the changes that a link carries come to. */
export type OfferedChanges =
  /** Files that they are made for are on their way. */
  | { readonly kind: "coming" }
  /** From what stands there to what will. */
  | { readonly kind: "fits"; readonly source: readonly FileChange[]; readonly own: readonly FileChange[] }
  /** None of them is made. */
  | { readonly kind: "unfit"; readonly reasons: readonly { readonly path: string; readonly reason: string }[] };

/** Changes packed to go along with a link. */
export interface CarriedChanges {
  /** With its `#`; absent where there are none, or more than a link holds. */
  readonly fragment?: string;
  readonly count: number;
  /** Changes of sources that the link does not carry. */
  readonly others: number;
}
