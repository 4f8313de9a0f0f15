import { profileById } from "#lib/harness/profiles.ts";
import type { LinkedFile, LinkedPlace } from "#lib/share/link-query.ts";
import { formatSourcePath } from "#lib/share/source-path.ts";
import { isSamePlace } from "#lib/vfs/mount-table.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import type { Source } from "#lib/vfs/source.ts";
import { setSkillState } from "#lib/workspace/chat/skills-actions.ts";
import type { Core, LinkRequest } from "#lib/workspace/core.ts";
import { pinnedSource } from "#lib/workspace/mounts/mount-source.ts";
import { mountIncoming } from "#lib/workspace/mounts/mounting.ts";
import { placeMount } from "#lib/workspace/mounts/placing.ts";
import { openPaths, withOpened } from "#lib/workspace/open-files.ts";
import type { Mount } from "#lib/workspace/state/mount.ts";

export function chooseLinked(core: Core): void {
  const wanted = core.request.profileId;
  if (wanted === undefined) return;
  const { id } = profileById(wanted);
  if (id !== wanted) tellUnread(core, ["profile"]);
  core.store.setState({ profileId: id });
}

/** Tells of parts of a link that are not understood or ask for something that does not exist. */
export function tellUnread(core: Core, names: readonly string[]): void {
  if (names.length === 0) return;
  core.store.setState(({ losses }) => ({ losses: [...losses, { kind: "link", names }] }));
}

/** An address may name a sample by one of its skills, which is then selected. */
export function chooseNamedSkill(core: Core, named: Source, found: Source): void {
  if (named.kind !== "sample" || found.kind !== "sample" || named.sample === found.sample) return;
  core.request = { skill: named.sample, ...core.request };
}

/** Puts a mount where the link has it. */
export async function placeAs(core: Core, mount: Mount | undefined, as: LinkedPlace | undefined): Promise<void> {
  if (!mount || !as) return;
  const [kind, scope] =
    as === "project" ? (["project", mount.scope] as const) : (["install", as === "home" ? "home" : "project"] as const);
  if (mount.as !== kind || mount.scope !== scope) await placeMount(core, mount.id, kind, scope);
}

/**
 * Brings the other sources of a link, one after another, those that are there already excepted, and switches off what is
 * to be off. Ends with the first that fails, which `activity` tells.
 */
export async function mountOthers(core: Core, { also = [], as = [], off = [] }: LinkRequest): Promise<void> {
  for (const [index, source] of also.entries()) {
    const { mounts, activity } = core.store.getState();
    if (activity.kind === "failed" || mounts.length === 0) return;
    if (mounts.some((mount) => isSameSource(mount, source))) continue;
    await mountIncoming(core, { kind: "source", source }, () =>
      placeAs(core, core.store.getState().mounts.at(-1), as[index + 1]),
    );
  }
  for (const name of off) {
    const skill = core.store.getState().view.discovery.skills.find((one) => one.name === name);
    if (skill) await setSkillState(core, skill.location, "off");
    else tellUnread(core, ["off"]);
  }
}

function isSameSource(mount: Mount, source: Source): boolean {
  const path = formatSourcePath(source);
  return [mount.source, pinnedSource(mount)].some((one) => one !== undefined && formatSourcePath(one) === path);
}

/**
 * Shows the lab, with what the link asked for: its file or skill selected, its prompt in the box. A link
 * names a file by its path inside the source, which is the workspace's first mount.
 */
export function enter(core: Core): void {
  const { view, selection, mounts, lessonProgress } = core.store.getState();
  const { skill, file, prompt = lessonProgress ? undefined : mounts[0]?.lesson?.prompt } = core.request;
  const candidate = skill && view.discovery.candidates.find((one) => one.skill?.name === skill || one.folder === skill);
  if (skill && !candidate && !core.request.also) tellUnread(core, ["skill"]);
  const selected = candidate ? { ...selection, skill: candidate.location } : selection;
  core.store.setState({
    phase: { kind: "ready" },
    selection: file ? withOpened(selected, { ...file, path: placeOf(core, file) }) : selected,
    ...(prompt && { messageText: prompt }),
  });
  core.request = {};
}

/** Where a file of the first source is looked at: where it is already, else where the harness meets it. */
function placeOf({ store }: Core, { path }: LinkedFile): string {
  const { mounts, files, selection } = store.getState();
  const [mount] = mounts;
  const place = { mountId: mount?.id ?? "", path: `/${path}` };
  const open = openPaths(selection).find((one) => isSamePlace(files.locate(one), place));
  return open ?? files.seenAt(place) ?? joinPath(mount?.at ?? "/", path);
}
