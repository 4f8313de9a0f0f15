import { finish } from "#lib/async/steps.ts";
import { formatCount } from "#lib/format-count.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import { planInstall, plannedChoices } from "#lib/stage/place-plugins.ts";
import { installOf } from "#lib/stage/placement.ts";
import type { Mount } from "#lib/state/mount.ts";
import type { MountActivity } from "#lib/state/state.ts";
import type { Activity } from "#lib/tree/activity.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { type Files, walkFiles } from "#lib/vfs/files.ts";
import { compareBytes, dirname } from "#lib/vfs/paths.ts";
import type { Harness } from "#lib/view/harness.ts";

export interface InstallNeeds {
  readonly tree: Tree;
  readonly harness: Harness;
  readonly activity: Activity;
  readonly keeping: Keeping;
}

/**
 * Installs these skills of a mount in addition to the installed ones; `undoMount` undoes it. `paths`: as
 * `Mount.chosen`.
 */
export async function installSkills(needs: InstallNeeds, mountId: string, paths: readonly string[]): Promise<void> {
  const mount = needs.tree.mountOf(mountId);
  if (mount)
    await install(
      needs,
      mount,
      paths,
      paths.length === 1 ? dirname(paths[0] ?? "") : `${formatCount(paths.length)} skills`,
    );
}

/** @param label what is installed, as shown to a person */
export async function install(
  needs: InstallNeeds,
  mount: Mount,
  paths: readonly string[],
  label: string,
): Promise<void> {
  const profile = needs.harness.profile();
  const tree = needs.tree.grown(mount.id);
  if (!tree) return;
  const before = mount.chosen;
  // The requested skills come first, since of two skills of one name the first is installed.
  const chosen = [
    ...new Set([
      ...paths,
      ...(before ?? plannedChoices(finish(installOf(profile, mount, tree))).toSorted(compareBytes)),
    ]),
  ];
  await chooseSkills(needs, mount.id, chosen);
  needs.activity.offerUndo(() => chooseSkills(needs, mount.id, before));
  const { plugins, plain } = finish(planInstall(profile, { ...mount, chosen }, tree, paths));
  const [plugin] = plugins;
  const isPlugin = plugin !== undefined && plain.length === 0;
  const what = isPlugin ? (plugins.length === 1 ? plugin.id : `${formatCount(plugins.length)} plugins`) : label;
  const folders = [...plugins.map(({ from }) => from), ...plain.map(dirname)];
  tellInstalled(needs.activity, {
    label: what,
    as: isPlugin ? "plugin" : "skill",
    files: countFiles(tree.volume, folders),
  });
}

type Installed = Extract<MountActivity, { readonly change: "installed" }>;

export function tellInstalled({ tell }: Pick<Activity, "tell">, installed: Omit<Installed, "kind" | "change">): void {
  tell({ kind: "undoable", change: "installed", ...installed });
}

/** The number of files and links in these folders, which may overlap. */
function countFiles(files: Files, folders: readonly string[]): number {
  const asked = new Set(folders);
  const count = (folder: string) =>
    [...walkFiles(files, folder, { skip: ({ path }) => asked.has(path) })].filter(({ kind }) => kind !== "folder")
      .length;
  return [...asked].reduce((sum, folder) => sum + count(folder), 0);
}

/**
 * Installs exactly these skills of a mount. `undefined`: all skills of an installed mount, including those of later
 * updates; none of a project.
 */
export async function chooseSkills(
  needs: InstallNeeds,
  mountId: string,
  chosen: readonly string[] | undefined,
): Promise<void> {
  needs.tree.change(mountId, ({ chosen: _, ...all }) => (chosen ? { ...all, chosen } : all));
  if (needs.activity.state().activity.kind === "installed") needs.activity.tell({ kind: "idle" });
  const saved = needs.keeping.saveMeta();
  await needs.harness.refresh("load");
  await saved;
}
