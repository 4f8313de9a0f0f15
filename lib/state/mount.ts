import type { Failure } from "#lib/failure.ts";
import { isPinned, workspacePath } from "#lib/share/link.ts";
import type { PlacedMount } from "#lib/stage/placed-mount.ts";
import { skillFolderName } from "#lib/upload/text.ts";
import { type Snapshot, snapshotEntries } from "#lib/vfs/snapshot.ts";
import { type GitSource, type MountProgress, type Source, sourceLabel } from "#lib/vfs/source.ts";
import type { LessonTexts } from "./lesson.ts";

/** What is known about files from a workspace file, which anyone may have made. */
export interface Imported {
  /**
   * The commit, or another state of the source, with which the files were found to be identical; absent until they were
   * compared.
   */
  readonly verified?: string;
  /** The number of files that were found to differ from the source. */
  readonly differing?: number;
}

/** A source placed in the workspace. Its files are the snapshot of one commit or upload, plus edits. */
export interface Mount extends PlacedMount {
  /** The commit that its person opened or said that they trust, where it has been updated since. */
  readonly trustedCommit?: string;
  /** The changes since then, in words, once they were computed; empty where there are none. */
  readonly sinceTrusted?: string;
  /** For a source pinned by its person: the original branch or tag; absent for the default branch. */
  readonly unpinnedRef?: string;
  /** Absent for files that this page fetched itself. */
  readonly imported?: Imported;
  readonly fileCount: number;
  readonly byteCount: number;
  /** The lesson whose project it is. */
  readonly lesson?: LessonTexts;
}

/** Whether only a workspace file says where a mount's files come from. */
export function isUnverified({ imported }: Pick<Mount, "imported">): boolean {
  return imported !== undefined && imported.verified === undefined;
}

/** The source that yields exactly this mount's files, anywhere; `undefined` for files that only one person has. */
export function pinnedSource({ source, commit }: Mount): Source | undefined {
  if (source.kind === "sample") return source;
  return source.kind === "git" && commit !== undefined ? { ...source, ref: commit } : undefined;
}

/** Whether a mount's files can be fetched again if this browser loses them. */
export function canBeFetched(mount: Mount): boolean {
  return pinnedSource(mount) !== undefined;
}

/** Whether a mount's files can be fetched again, so that storing a part of them saves fetching that part. */
export function isFetchable({ source }: Pick<Mount, "source">): boolean {
  return source.kind === "git";
}

/** The mount pinned to its commit; unchanged where it has no commit or is already pinned. */
export function pinned(mount: Mount): Mount {
  const { source, commit } = mount;
  if (source.kind !== "git" || commit === undefined || isPinned(source)) return mount;
  return { ...mount, source: { ...source, ref: commit }, ...(source.ref !== undefined && { unpinnedRef: source.ref }) };
}

/** The mount following its original branch or tag again; the default branch where that is not known. */
export function unpinned(mount: Mount): Mount {
  const { source, unpinnedRef, ...rest } = mount;
  if (source.kind !== "git" || !isPinned(source)) return mount;
  const { ref: _, ...address } = source;
  return { ...rest, source: { ...address, ...(unpinnedRef !== undefined && { ref: unpinnedRef }) } };
}

/** The label of a fetched repository. A gist's name is an id, so it is called after the skill in it. */
export function fetchedLabel(source: GitSource, snapshot: Snapshot): string {
  const label = sourceLabel(source);
  if (new URL(source.url).host !== "gist.github.com") return label;
  for (const { path, bytes } of snapshotEntries(snapshot)) {
    const name = path === "SKILL.md" && skillFolderName(new TextDecoder().decode(bytes));
    if (name) return name;
  }
  return `gist-${label.slice(0, 7)}`;
}

/** State of the folder on disk that a mount follows. `locked`: the person must give permission to read it again. */
export type LiveStatus = "open" | "reading" | "locked";

/**
 * The state of a mount that can be used while contents of its files are arriving, or have not arrived. `pending`: the
 * number of such files.
 */
export type DeliveryStatus =
  | { readonly kind: "coming"; readonly pending: number; readonly progress: MountProgress }
  /** Nothing more arrives until it is fetched again. `failure` says so where the person cancelled. */
  | { readonly kind: "stopped"; readonly pending: number; readonly failure: Failure };

/** A key for a file that does not depend on where its mount is placed. */
export function keyInMount(mountId: string, path: string): string {
  return `${mountId}:${path}`;
}

/** The address of a whole workshop; `undefined` where it has none. */
export function workshopPath(source: Source): string | undefined {
  if (source.kind !== "git" && source.kind !== "sample") return undefined;
  const { lesson: _, ...plain } = source;
  return workspacePath(plain as Source);
}

/** The address of a workshop at the mounted commit, for others who are to get the same state. */
export function pinnedWorkshop({ source, commit }: Pick<Mount, "source" | "commit">): string | undefined {
  return workshopPath(source.kind === "git" && commit !== undefined ? { ...source, ref: commit } : source);
}
