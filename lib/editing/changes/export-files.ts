import type { Discovery } from "#lib/harness/vocabulary/skill.ts";
import type { FileChange } from "#lib/share/changes/file-change.ts";
import { formatPatch } from "#lib/share/changes/patch.ts";
import { uploadObjections } from "#lib/skills/upload-rules.ts";
import type { MountChanges } from "#lib/state/changes.ts";
import type { Mount } from "#lib/state/mount.ts";
import { type WriteOptions, writeZip } from "#lib/upload/write-zip.ts";
import { walkFiles } from "#lib/vfs/files.ts";
import { basename, dirname, relativePath } from "#lib/vfs/paths.ts";
import { type SnapshotEntry, snapshotMode, textEntry } from "#lib/vfs/snapshot.ts";
import type { Harness } from "#lib/view/harness.ts";
import { type ChangesNeeds, ownChanges } from "./own-changes.ts";

interface ExportNeeds extends ChangesNeeds {
  readonly harness: Harness;
}

/** The changes of a source as a patch for `git apply` in its repository's folder; `undefined` where there are none. */
export async function exportPatch(needs: ExportNeeds, mountId: string): Promise<File | undefined> {
  const changed = await changesOfMount(needs, mountId);
  if (!changed) return undefined;
  const patch = await formatPatch(changed.changes.map((change) => inRepository(change, changed)));
  return new File([patch], `${fileName(changed.label)}.patch`, { type: "text/x-diff" });
}

/** Only the changed files, by their paths in the source, with a list of the deleted ones. */
export async function exportChangedFiles(
  needs: ExportNeeds,
  mountId: string,
  options: WriteOptions = {},
): Promise<File | undefined> {
  const changed = await changesOfMount(needs, mountId);
  if (!changed) return undefined;
  const entries = changed.changes.flatMap(({ path, now }): SnapshotEntry[] => (now ? [{ path, ...now }] : []));
  const gone = changed.changes.flatMap(({ path, from, now }) => (now ? (from ?? []) : path));
  if (gone.length > 0)
    entries.push(textEntry(`deleted files of ${fileName(changed.label)}.txt`, `${gone.join("\n")}\n`));
  return new File([await writeZip(entries, options)], `${fileName(changed.label)}-changes.zip`, {
    type: "application/zip",
  });
}

async function changesOfMount(needs: ExportNeeds, mountId: string): Promise<MountChanges | undefined> {
  await needs.deliveries.whenComplete();
  return ownChanges(needs).find((each) => each.mountId === mountId);
}

/** The change by its paths in the repository; the source may be a folder of it. */
function inRepository(change: FileChange, { source }: MountChanges): FileChange {
  const folder = source?.kind === "git" ? (source.path ?? "") : "";
  if (folder === "") return change;
  const { path, from, ...versions } = change;
  return { path: `${folder}/${path}`, ...(from !== undefined && { from: `${folder}/${from}` }), ...versions };
}

/**
 * Why a site that takes skills would refuse this one, in sentences; empty where it would not. `location`: of its
 * SKILL.md.
 */
export function skillObjections(
  { tree, harness }: Pick<ExportNeeds, "tree" | "harness">,
  location: string,
): readonly string[] {
  const { mounts, files } = tree.state();
  return uploadObjections(files, location, skillFolder(mounts, harness.state().view.discovery, location));
}

/**
 * A skill's folder as one `.skill` file, as the format's own packer creates it (`package_skill.py`): without caches,
 * installed packages and evals.
 */
export async function exportSkill(needs: ExportNeeds, location: string, options: WriteOptions = {}): Promise<File> {
  await needs.deliveries.whenComplete();
  const { mounts, files } = needs.tree.state();
  const folder = skillFolder(mounts, needs.harness.state().view.discovery, location);
  const entries: SnapshotEntry[] = [];
  for (const { path, kind } of walkFiles(files, dirname(location))) {
    const inside = relativePath(dirname(location), path);
    const bytes = kind === "folder" || isLeftOut(inside) ? undefined : files.read(path);
    if (!bytes) continue;
    const mode = files.stat(path)?.executable ? snapshotMode.executable : snapshotMode.file;
    entries.push({ path: `${folder}/${inside}`, mode, bytes });
  }
  return new File([await writeZip(entries, options)], `${fileName(folder)}.skill`, { type: "application/zip" });
}

function isLeftOut(inside: string): boolean {
  return /(?:^|\/)(?:__pycache__|node_modules)\/|^evals\/|(?:^|\/)\.DS_Store$|\.pyc$/.test(inside);
}

/** The name of a skill's folder; of a source that is a single skill, the skill's own name. */
function skillFolder(mounts: readonly Mount[], { candidates }: Discovery, location: string): string {
  const folder = dirname(location);
  const skill = candidates.find((one) => one.location === location)?.skill;
  return mounts.some(({ at }) => at === folder) && skill ? skill.name : basename(folder);
}

/** A label without characters that disks refuse in file names. */
function fileName(label: string): string {
  const plain = label
    .replaceAll(/[\p{C}<>:"/\\|?*]+/gu, "-")
    .replaceAll(/^[-. ]+|[-. ]+$/g, "")
    .slice(0, 80);
  return plain || "workspace";
}
