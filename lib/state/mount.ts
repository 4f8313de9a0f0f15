import type { Failure } from "#lib/failure.ts";
import { isPinned, workspacePath } from "#lib/share/link.ts";
import type { PlacedMount } from "#lib/stage/placed-mount.ts";
import { skillFolderName } from "#lib/upload/text.ts";
import { type Snapshot, snapshotEntries } from "#lib/vfs/snapshot.ts";
import { type GitSource, type MountProgress, type Source, sourceLabel } from "#lib/vfs/source.ts";
import type { LessonTexts } from "./lesson.ts";

/** What is known of files that came with a workspace file, which anyone may have made. */
export interface Imported {
  /** The commit, or another state of the source, whose files they were found to be; absent until they were compared. */
  readonly verified?: string;
  /** In how many files they were found to differ from what the source has. */
  readonly differing?: number;
}

/** A source placed in the workspace. Its files are the snapshot of one commit or upload, plus edits. */
export interface Mount extends PlacedMount {
  /** The commit that its person opened, or said that they trust, where it has been updated since. */
  readonly trustedCommit?: string;
  /** What has changed since then, in words, once somebody has looked; empty where nothing has. */
  readonly sinceTrusted?: string;
  /** With a source pinned by its person: the branch or tag it was taken from; absent for the default branch. */
  readonly unpinnedRef?: string;
  /** Absent for files that this page fetched itself. */
  readonly imported?: Imported;
  readonly fileCount: number;
  readonly byteCount: number;
  /** The lesson whose project it is. */
  readonly lesson?: LessonTexts;
}

/** Whether what a mount says of its origin is no more than what a workspace file said. */
export function isUnverified({ imported }: Pick<Mount, "imported">): boolean {
  return imported !== undefined && imported.verified === undefined;
}

/** The source that brings exactly this mount's files again, anywhere; `undefined` for files that only one person has. */
export function pinnedSource({ source, commit }: Mount): Source | undefined {
  if (source.kind === "sample") return source;
  return source.kind === "git" && commit !== undefined ? { ...source, ref: commit } : undefined;
}

/** Whether a mount's files can be fetched again if this browser loses them. */
export function canBeFetched(mount: Mount): boolean {
  return pinnedSource(mount) !== undefined;
}

/** The mount, pinned to its commit. One without a commit, or pinned already, stays as it is. */
export function pinned(mount: Mount): Mount {
  const { source, commit } = mount;
  if (source.kind !== "git" || commit === undefined || isPinned(source)) return mount;
  return { ...mount, source: { ...source, ref: commit }, ...(source.ref !== undefined && { unpinnedRef: source.ref }) };
}

/** The mount, following again the branch or tag it was pinned at; the default branch where that is not known. */
export function unpinned(mount: Mount): Mount {
  const { source, unpinnedRef, ...rest } = mount;
  if (source.kind !== "git" || !isPinned(source)) return mount;
  const { ref: _, ...address } = source;
  return { ...rest, source: { ...address, ...(unpinnedRef !== undefined && { ref: unpinnedRef }) } };
}

/**
 * What a fetched repository is called. A gist has an id for a name, so it is called after the skill that lies in it.
 */
export function fetchedLabel(source: GitSource, snapshot: Snapshot): string {
  const label = sourceLabel(source);
  if (new URL(source.url).host !== "gist.github.com") return label;
  for (const { path, bytes } of snapshotEntries(snapshot)) {
    const name = path === "SKILL.md" && skillFolderName(new TextDecoder().decode(bytes));
    if (name) return name;
  }
  return `gist-${label.slice(0, 7)}`;
}

/** State of the folder on disk that a mount follows. `locked`: the person must allow reading it again. */
export type LiveStatus = "open" | "reading" | "locked";

/** A mount that can be used while contents of its files are on their way, or have not come. `pending`: of how many. */
export type DeliveryStatus =
  | { readonly kind: "coming"; readonly pending: number; readonly progress: MountProgress }
  /** Nothing comes any more until it is fetched again. Cancelled by the person where `failure` says so. */
  | { readonly kind: "stopped"; readonly pending: number; readonly failure: Failure };

/** Names a file wherever its mount stands. */
export function keyInMount(mountId: string, path: string): string {
  return `${mountId}:${path}`;
}

/** The address of a workshop as such; `undefined` for what has none. */
export function workshopPath(source: Source): string | undefined {
  if (source.kind !== "git" && source.kind !== "sample") return undefined;
  const { lesson: _, ...plain } = source;
  return workspacePath(plain as Source);
}

/** The address of a workshop at the commit that is mounted: for whoever is to have it as it is here. */
export function pinnedWorkshop({ source, commit }: Pick<Mount, "source" | "commit">): string | undefined {
  return workshopPath(source.kind === "git" && commit !== undefined ? { ...source, ref: commit } : source);
}
