import { formatLink, type WorkspaceLink } from "#lib/share/link.ts";
import type { LinkedFile, LinkedPlace } from "#lib/share/link-query.ts";
import { choosePlacement } from "#lib/stage/choose-placement.ts";
import type { HarnessView } from "#lib/stage/derive-view.ts";
import { type Mount, pinnedSource } from "#lib/state/mount.ts";
import type { SourceAbout } from "#lib/state/source.ts";
import type { LinkedSource, ShareOffer } from "#lib/state/state.ts";
import type { Selected } from "#lib/tree/selected.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { isSkillPath } from "#lib/vfs/files.ts";
import { basename, compareBytes, dirname } from "#lib/vfs/paths.ts";
import { type PendingFiles, snapshotMode, snapshotPaths } from "#lib/vfs/snapshot.ts";
import type { Source } from "#lib/vfs/source.ts";
import type { Volume } from "#lib/vfs/volume.ts";
import type { Harness } from "#lib/view/harness.ts";
import type { Offered } from "#lib/workspace/sources/deliveries.ts";

/** What a link requests beside its source. */
export interface LinkRequest {
  readonly profileId?: string;
  readonly skill?: string;
  readonly file?: LinkedFile;
  readonly prompt?: string;
  /** Skills to switch off, by name. */
  readonly off?: readonly string[];
  /** The sources after the first. */
  readonly also?: readonly Source[];
  /** The places of the sources, in order. */
  readonly as?: readonly LinkedPlace[];
}

export interface SharedParts {
  readonly tree: Tree;
  readonly harness: Harness;
  readonly selected: Selected;
}

/** The requests of a link beside its source; empty where there is no link. */
export function linkRequest(link: WorkspaceLink | undefined): LinkRequest {
  if (!link) return {};
  const { profile, skill, file, prompt, off, also, as } = link;
  return {
    ...(profile && { profileId: profile }),
    ...(skill && { skill }),
    ...(file && { file }),
    ...(prompt && { prompt }),
    ...(off && { off }),
    ...(also && { also }),
    ...(as && { as }),
  };
}

export interface ShareOptions {
  readonly skill?: string;
  readonly prompt?: string;
  /** Ids of the harnesses to compare; the first is the baseline. */
  readonly compare?: readonly string[];
  /** Whether the link includes the open file with its marked lines. */
  readonly file?: boolean;
  /** Whether the link includes which skills are off. */
  readonly states?: boolean;
}

/**
 * The path and query that reopen this workspace elsewhere, with its sources pinned to their commits and in their
 * places; `undefined` for uploads.
 */
export function shareLink(
  needs: SharedParts,
  { skill, prompt, compare, file, states }: ShareOptions,
): string | undefined {
  const { mounts } = needs.tree.state();
  const { profileId } = needs.harness.state();
  const shared = mounts.flatMap((mount) => {
    const source = pinnedSource(mount);
    return source ? [{ mount, source }] : [];
  });
  const [first, ...others] = shared;
  if (!first) return undefined;
  const opened = file && first.mount === mounts[0] ? linkedFile(needs) : undefined;
  const off = states ? skillsOff(needs.harness.state().view) : [];
  return formatLink({
    source: first.source,
    profile: profileId,
    ...(others.length > 0 && { also: others.map(({ source }) => source) }),
    ...placesOf(
      needs,
      shared.map(({ mount }) => mount),
    ),
    ...(compare && { compare }),
    ...(skill && { skill }),
    ...(opened && { file: opened }),
    ...(prompt && { prompt }),
    ...(off.length > 0 && { off }),
  });
}

/** The places of the sources; empty where a link puts all of them there by default. */
function placesOf(needs: SharedParts, mounts: readonly Mount[]): { as?: readonly LinkedPlace[] } {
  const profile = needs.harness.profile();
  const isUsual = mounts.every((mount, index) => {
    if (mount.lesson) return mount.as === "project";
    const tree = needs.tree.grown(mount.id);
    return tree && placeOf(choosePlacement(profile, mount, tree, mounts.slice(0, index))) === placeOf(mount);
  });
  return isUsual ? {} : { as: mounts.map(placeOf) };
}

function placeOf({ as, scope }: Pick<Mount, "as" | "scope">): LinkedPlace {
  if (as === "project") return "project";
  return scope === "home" ? "home" : "install";
}

/** The selected file as a link names it; `undefined` where it is not in the first source. */
export function linkedFile(needs: SharedParts): LinkedFile | undefined {
  const { selection } = needs.selected.state();
  const { files, mounts } = needs.tree.state();
  const { file } = selection;
  const place = file && files.locate(file.path);
  if (!file || !place || place.mountId !== mounts[0]?.id) return undefined;
  return { ...file, path: place.path.slice(1) };
}

function skillsOff({ discovery, states }: HarnessView): readonly string[] {
  return discovery.skills.filter(({ location }) => states.get(location) === "off").map(({ name }) => name);
}

/** What a person is shown before a link's files are mounted. */
export function describeOffer(offered: Offered, request: LinkRequest, pinned: boolean): ShareOffer {
  const { about } = offered;
  const parts = offered.kind === "whole" ? [offered.snapshot] : [offered.known, offered.pending];
  return {
    ...describeSource(about, parts.flatMap(offeredFiles).sort(byPath)),
    pinned,
    // The size of files that have not arrived yet is unknown.
    ...(offered.kind === "whole" && { byteCount: offered.snapshot.bytes.length }),
    ...(request.profileId && { profileId: request.profileId }),
    ...(request.skill && { skill: request.skill }),
    ...(request.prompt && { prompt: request.prompt }),
    ...(request.also && { also: request.also }),
    ...(about.words && { words: about.words }),
  };
}

function offeredFiles(files: PendingFiles): DescribedFile[] {
  const isExecutable = (index: number) => files.modes[index] === snapshotMode.executable;
  return snapshotPaths(files).map((path, index) => ({ path, executable: isExecutable(index) }));
}

function byPath(one: DescribedFile, other: DescribedFile): number {
  return compareBytes(one.path, other.path);
}

/**
 * The current state of a mount that a link has opened.
 * @param isComing whether contents of it are still arriving
 */
export function describeLinked(mount: Mount, volume: Volume, isComing: boolean): Omit<LinkedSource, "pinned"> {
  return { ...describeSource(mount, volumeFiles(volume)), ...(!isComing && { byteCount: mount.byteCount }) };
}

interface DescribedFile {
  readonly path: string;
  readonly executable: boolean;
}

function* volumeFiles(volume: Volume): Generator<DescribedFile> {
  for (const path of volume.paths()) {
    yield { path: path.slice(1), executable: volume.lstat(path)?.executable ?? false };
  }
}

type Described = Pick<LinkedSource, "source" | "label" | "commit" | "skills" | "scripts" | "fileCount">;

function describeSource(
  { source, label, commit }: Pick<SourceAbout, "source" | "label" | "commit">,
  files: Iterable<DescribedFile>,
): Described {
  const skills: { name: string; path: string }[] = [];
  const scripts: string[] = [];
  let fileCount = 0;
  for (const { path, executable } of files) {
    fileCount++;
    if (isSkillPath(`/${path}`)) skills.push({ name: basename(dirname(`/${path}`)) || label, path });
    if (executable || scriptPath.test(path)) scripts.push(path);
  }
  return { source, label, ...(commit !== undefined && { commit }), skills, scripts, fileCount };
}

/** Recognises programs by folder or extension as well as by mode: archives and uploads lose the executable bit. */
const scriptPath = /(?:^|\/)scripts\/[^/]+$|\.(?:sh|bash|zsh|fish|ps1|bat|cmd|py|rb|pl|js|mjs|cjs|ts)$/i;
