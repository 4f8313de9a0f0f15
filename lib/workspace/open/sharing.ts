import { formatLink, type WorkspaceLink } from "#lib/share/link.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import { snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";
import type { Core, FetchedSource, LinkRequest } from "#lib/workspace/core.ts";
import { pinnedSource } from "#lib/workspace/mounts/mount-source.ts";
import type { ShareOffer } from "#lib/workspace/state.ts";

/** What a link asks for beside its source; nothing where it is no link. */
export function linkRequest(link: WorkspaceLink | undefined): LinkRequest {
  if (!link) return {};
  const { profile, skill, file, prompt } = link;
  return {
    ...(profile && { profileId: profile }),
    ...(skill && { skill }),
    ...(file && { file }),
    ...(prompt && { prompt }),
  };
}

export interface ShareOptions {
  readonly skill?: string;
  readonly prompt?: string;
  /** Ids of the harnesses to compare, first the one that the others are held against. */
  readonly compare?: readonly string[];
}

/** The path and query that reopen this workspace elsewhere, pinned to its commit; `undefined` for uploads. */
export function shareLink(core: Core, { skill, prompt, compare }: ShareOptions): string | undefined {
  const { mounts, profileId } = core.store.getState();
  const source = mounts.map(pinnedSource).find((pinned) => pinned !== undefined);
  if (!source) return undefined;
  return formatLink({
    source,
    profile: profileId,
    ...(compare && { compare }),
    ...(skill && { skill }),
    ...(prompt && { prompt }),
  });
}

/** What a person is shown before a link's files are mounted. */
export function describeOffer(fetched: FetchedSource, request: LinkRequest, pinned: boolean): ShareOffer {
  const skills: { name: string; path: string }[] = [];
  const scripts: string[] = [];
  let fileCount = 0;
  for (const { path, mode } of snapshotEntries(fetched.snapshot)) {
    fileCount++;
    if (basename(path) === "SKILL.md") skills.push({ name: basename(dirname(`/${path}`)) || fetched.label, path });
    if (mode === snapshotMode.executable || scriptPath.test(path)) scripts.push(path);
  }
  return {
    source: fetched.source,
    label: fetched.label,
    ...(fetched.commit !== undefined && { commit: fetched.commit }),
    pinned,
    skills,
    scripts,
    fileCount,
    byteCount: fetched.snapshot.bytes.length,
    ...(request.profileId && { profileId: request.profileId }),
    ...(request.skill && { skill: request.skill }),
    ...(request.prompt && { prompt: request.prompt }),
  };
}

/** Programs by place or ending, whatever their mode says: archives and uploads lose the executable bit. */
const scriptPath = /(?:^|\/)scripts\/[^/]+$|\.(?:sh|bash|zsh|fish|ps1|bat|cmd|py|rb|pl|js|mjs|cjs|ts)$/i;
