import { askFor, sampleRequest } from "#lib/chat/sample-request.ts";
import { formatCount } from "#lib/format-count.ts";
import { callOf, nameOf } from "#lib/harness/invocation/elsewhere.ts";
import { installRoot } from "#lib/harness/roots/roots.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { place } from "#lib/stage/place.ts";
import { planInstall } from "#lib/stage/place-plugins.ts";
import { installedSkills } from "#lib/stage/placement.ts";
import { type Files, walkFiles } from "#lib/vfs/files.ts";
import { isSamePlace } from "#lib/vfs/mount-table.ts";
import { basename, dirname, joinPath, relativePath } from "#lib/vfs/paths.ts";
import { type Core, currentProfile, workspaceRecord } from "#lib/workspace/core.ts";
import { writeBytes } from "#lib/workspace/files/write-files.ts";
import { refresh } from "#lib/workspace/harness/refresh.ts";
import type { Mount } from "#lib/workspace/state/mount.ts";
import type { MountActivity } from "#lib/workspace/state.ts";
import { dropOffers } from "./mounting.ts";

/**
 * Installs a skill that the harness does not load from where it lies, in the way of this harness's installer, selects it,
 * and puts a line that uses it into the message box. `undoMount` takes the installing back.
 * @param location of its SKILL.md
 * @param said the line that asked for it: what it says after the skill's name stands in the new line, too
 */
export async function tryOut(core: Core, location: string, said?: string): Promise<void> {
  const { skills: loaded, candidates } = core.store.getState().view.discovery;
  const known = loaded.find((each) => each.location === location);
  if (known) return startWith(core, known, said);
  const found = core.table.locate(location);
  const candidate = candidates.find((each) => each.location === location);
  const mount = core.store.getState().mounts.find(({ id }) => id === found?.mountId);
  if (!found || !candidate) return;
  const name = nameOf(candidate);
  const at = mount ? found : await copyIntoRoot(core, location, name);
  if (mount) await install(core, mount, [found.path], name);
  const { skills } = core.store.getState().view.discovery;
  const skill = skills.find((each) => isSamePlace(core.table.locate(each.location), at));
  if (skill) startWith(core, skill, said);
  else followTo(core, at);
}

/** The most files that are copied as one skill, which is told of a larger folder: it is hardly one. */
const mostCopied = 500;

/**
 * Copies a skill of the workspace's own files into the folder where the harness's skills are installed, unless something
 * stands there; `undoMount` removes the copy. Resolves to where its SKILL.md lies then.
 */
async function copyIntoRoot(core: Core, location: string, name: string) {
  const { files } = core.store.getState();
  const from = dirname(location);
  const to = joinPath(installRoot(currentProfile(core), place, "project"), basename(from));
  const copy = joinPath(to, basename(location));
  if (!files.lstat(to)) {
    const beside = [...walkFiles(files, from)].flatMap(({ path, kind }) =>
      kind === "file" && path !== location ? [path] : [],
    );
    const edits = [location, ...beside].slice(0, mostCopied).map((path) => {
      return { path: joinPath(to, relativePath(from, path)), bytes: files.read(path) ?? new Uint8Array() };
    });
    await writeBytes(core, edits, { cause: "load" });
    dropOffers(core);
    const gone = edits.map(({ path }) => ({ path, bytes: null }));
    const folders = new Set(gone.map(({ path }) => dirname(path)));
    core.undo = () => writeBytes(core, gone, { cause: "load", emptied: folders });
    const left = beside.length + 1 - edits.length;
    tellInstalled(core, { label: name, as: "skill", files: edits.length, ...(left > 0 && { leftFiles: left }) });
  }
  return core.table.locate(copy) ?? { mountId: "", path: copy };
}

/** Installs these skills of a mount beside the installed ones; `undoMount` takes it back. `paths`: as `Mount.chosen`. */
export async function installSkills(core: Core, mountId: string, paths: readonly string[]): Promise<void> {
  const mount = core.store.getState().mounts.find(({ id }) => id === mountId);
  if (mount)
    await install(
      core,
      mount,
      paths,
      paths.length === 1 ? dirname(paths[0] ?? "") : `${formatCount(paths.length)} skills`,
    );
}

/** Puts a line that uses the skill into the message box, in the way this harness calls skills. */
function startWith(core: Core, skill: Skill, said: string | undefined): void {
  const call = callOf(currentProfile(core), skill);
  const request = said === undefined ? sampleRequestFor(skill) : withoutCall(said);
  core.store.setState({
    messageText: call === undefined ? request || askFor(skill) : `${call} ${request}`,
    selection: { ...core.store.getState().selection, skill: skill.location },
  });
}

function sampleRequestFor(skill: Skill): string {
  // A skill with an argument hint takes arguments, not a sentence.
  return (skill.argumentHint === undefined && sampleRequest(skill)) || "";
}

/** A line without the skill that it calls at its beginning: `draw it` of `/figma draw it` and of `$figma draw it`. */
function withoutCall(line: string): string {
  return line.trim().replace(/^(?:\/|\$)\S+\s*/, "");
}

/** Selects the skill where it stands now. If the harness still does not load it, its row says why. */
function followTo(core: Core, place: { readonly mountId: string; readonly path: string }): void {
  const { view, selection } = core.store.getState();
  const now = view.discovery.candidates.find((each) => isSamePlace(core.table.locate(each.location), place));
  if (now) core.store.setState({ selection: { ...selection, skill: now.location } });
}

async function install(core: Core, mount: Mount, paths: readonly string[], label: string): Promise<void> {
  const profile = currentProfile(core);
  const tree = core.trees.get(mount.id);
  if (!tree) return;
  const before = mount.chosen;
  const asked = new Set(paths);
  // The requested skills come first, since of two skills of one name the first is installed.
  const chosen = [...paths, ...installedSkills(profile, mount, tree).filter((path) => !asked.has(path))];
  await chooseSkills(core, mount.id, chosen);
  dropOffers(core);
  core.undo = () => chooseSkills(core, mount.id, before);
  const { plugins, plain } = planInstall(profile, { ...mount, chosen }, tree, paths);
  const [plugin] = plugins;
  const isPlugin = plugin !== undefined && plain.length === 0;
  const what = isPlugin ? (plugins.length === 1 ? plugin.id : `${formatCount(plugins.length)} plugins`) : label;
  const folders = [...plugins.map(({ from }) => from), ...plain.map(dirname)];
  tellInstalled(core, { label: what, as: isPlugin ? "plugin" : "skill", files: countFiles(tree.volume, folders) });
}

type Installed = Extract<MountActivity, { readonly change: "installed" }>;

function tellInstalled({ store }: Core, installed: Omit<Installed, "kind" | "change">): void {
  store.setState({ activity: { kind: "undoable", change: "installed", ...installed } });
}

/** How many files and links are in these folders, of which one may lie in another. */
function countFiles(files: Files, folders: readonly string[]): number {
  const asked = new Set(folders);
  const count = (folder: string) =>
    [...walkFiles(files, folder, { skip: ({ path }) => asked.has(path) })].filter(({ kind }) => kind !== "folder")
      .length;
  return [...asked].reduce((sum, folder) => sum + count(folder), 0);
}

/**
 * Installs exactly these skills of a mount. `undefined`: all skills of an installed mount, those of later updates
 * included; none of a project.
 */
export async function chooseSkills(core: Core, mountId: string, chosen: readonly string[] | undefined): Promise<void> {
  const { mounts, activity } = core.store.getState();
  core.store.setState({
    mounts: mounts.map((mount) => {
      if (mount.id !== mountId) return mount;
      const { chosen: _, ...all } = mount;
      return chosen ? { ...all, chosen } : all;
    }),
    ...(activity.kind === "installed" && { activity: { kind: "idle" } }),
  });
  const saved = core.saver.saveMeta(workspaceRecord(core));
  await refresh(core, "load");
  await saved;
}
