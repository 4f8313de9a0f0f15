import { isPinned } from "#lib/share/link.ts";
import { skillFolderName } from "#lib/upload/text.ts";
import { type Snapshot, snapshotEntries } from "#lib/vfs/snapshot.ts";
import { type GitSource, type Source, sourceLabel } from "#lib/vfs/source.ts";
import type { Mount } from "#lib/workspace/state/mount.ts";

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
