import { basename, resolve } from "node:path";
import { finish } from "#lib/async/steps.ts";
import { readFolder } from "#lib/command/read-folder.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { growTree } from "#lib/stage/grow-tree.ts";
import type { MountTree } from "#lib/stage/mount-tree.ts";
import { mountFolder, place } from "#lib/stage/place.ts";
import { placeMounts } from "#lib/stage/placement.ts";
import { decodeText, walkFiles } from "#lib/vfs/files.ts";
import { createMountTable, type MountTable } from "#lib/vfs/mount-table.ts";
import type { Source } from "#lib/vfs/source.ts";
import { createVolume } from "#lib/vfs/volume.ts";
import type { Tree } from "./tree.ts";

/** Larger files are left out: no harness tells of them. */
const mostBytes = 256 * 1024;

/**
 * Two trees of a folder on this disk: as the project in its original place, and installed as the product does for this harness, plugins as
 * plugins.
 * @param asked the folder's path, or `owner/name=` and the path for a copy of that GitHub repository
 * @throws FailureError for a folder that the product refuses
 */
export async function folderTrees(asked: string, profile: Profile): Promise<readonly Tree[]> {
  const [, repository, folder = asked] = /^([\w.-]+\/[\w.-]+)=(.+)$/s.exec(asked) ?? [];
  const { snapshot } = readFolder(folder);
  const tree = await growTree(snapshot, {});
  const label = repository ?? basename(resolve(folder));
  const own: MountTree = { volume: createVolume(), skillFiles: [] };
  const source: Source =
    repository === undefined
      ? { kind: "upload", name: label }
      : { kind: "git", url: `https://github.com/${repository}` };
  const mount = {
    id: "folder",
    source,
    label,
    as: "install",
    scope: "home",
    at: `${mountFolder}/${basename(label)}`,
  } as const;
  const { points } = finish(placeMounts({ profile, own, mounts: [mount], trees: new Map([[mount.id, tree]]) }));
  const lying = createMountTable([{ at: "/app", volume: tree.volume, from: "/", mountId: mount.id }]);
  return [
    { name: `${label} as it lies`, why: folder, ...textsBelow(lying, "/app", "app") },
    { name: `${label} installed`, why: folder, ...textsBelow(createMountTable(points), place.home, "home") },
  ];
}

/** The files and links below a folder, with the tree's paths. Texts that name the folder get the tree's path too. */
function textsBelow(table: MountTable, folder: string, at: string): Pick<Tree, "files" | "links"> {
  const files: Record<string, string> = {};
  const links: Record<string, string> = {};
  for (const { path, kind } of walkFiles(table, folder)) {
    const placed = at + path.slice(folder.length);
    if (kind === "link") links[placed] = table.lstat(path)?.target ?? "";
    const bytes = kind === "file" ? table.read(path) : undefined;
    if (bytes && bytes.length <= mostBytes)
      files[placed] = decodeText(bytes).replaceAll(`"${folder}/`, `"{world}/${at}/`);
  }
  return { files, links };
}
