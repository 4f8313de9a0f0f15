import { type Failure, failureOf } from "#lib/failure.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { parseLink } from "#lib/share/link.ts";
import { type LinkedFile, type LinkedPlace, withoutFile } from "#lib/share/link-query.ts";
import { formatSourcePath } from "#lib/share/source-path.ts";
import { listSamples } from "#lib/upload/sample.ts";
import { isSamePlace } from "#lib/vfs/mount-table.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import { lessonOf, type Source } from "#lib/vfs/source.ts";
import { setSkillState } from "#lib/workspace/conversation/skills-actions.ts";
import type { ArrivingSource, Core, FetchedSource, LinkRequest } from "#lib/workspace/core.ts";
import { mountIncoming, mountOffered } from "#lib/workspace/sources/mounting.ts";
import { placeMount } from "#lib/workspace/sources/placing.ts";
import type { OfferedChanges } from "#lib/workspace/state/changes.ts";
import { type Mount, pinnedSource } from "#lib/workspace/state/mount.ts";
import { openPaths, withOpened } from "#lib/workspace/tree/open-files.ts";
import { noteOpened, type Visit, wasOpened } from "./arrival.ts";
import { applyOffered, offeredChanges } from "./carried.ts";
import { describeOffer } from "./sharing.ts";

/** Whether an address carries words or changes of somebody else that its person has not agreed to yet. */
export async function bringsWords(core: Core, visit: Visit, { prompt }: LinkRequest): Promise<boolean> {
  if (core.carried) return true;
  if (visit.own ?? wasOpened(addressOf(visit))) return false;
  const source = parseLink(visit.path, visit.search)?.source;
  const isLesson = source && lessonOf(source) !== undefined;
  // A workshop's lessons are somebody's words. One that is kept here was agreed to when it was opened.
  if (isLesson && source.kind === "git" && core.store.getState().mounts.length === 0) return true;
  if (prompt === undefined) return false;
  if (source?.kind !== "sample") return true;
  try {
    const samples = await listSamples({ signal: core.closed });
    return samples.find(({ id }) => id === source.sample)?.prompt !== prompt;
  } catch (caught) {
    if (!failureOf(caught)) throw caught;
    return true;
  }
}

/** What a person agrees to with a lesson's sheet: all lessons of the workshop in this state. */
export function workshopKey({ source, commit }: Pick<FetchedSource, "source" | "commit">): string {
  return source.kind === "git" ? `workshop ${source.url} ${source.path ?? ""} ${commit}` : "";
}

/** Shows the share sheet: at once, and again with what the link's changes come to once their files are there. */
export async function offer(
  core: Core,
  offered: FetchedSource | ArrivingSource,
  request: LinkRequest,
  pinned: boolean,
): Promise<void> {
  const show = (changes: OfferedChanges | undefined) => {
    const described = describeOffer(offered, request, pinned);
    core.store.setState({ phase: { kind: "offered", offer: { ...described, ...(changes && { changes }) } } });
  };
  show(core.carried && { kind: "coming" });
  if (core.carried && "snapshot" in offered) show(await offeredChanges(core, offered.snapshot, core.carried));
}

/** Opens what the share sheet showed, as the person has agreed to it; its changes only where they all fit. */
export async function acceptOffer(core: Core): Promise<void> {
  const { phase, id } = core.store.getState();
  const changes = phase.kind === "offered" ? phase.offer.changes : undefined;
  if (changes?.kind === "coming") return;
  const { request } = core;
  // The page drops the fragment from its address once what it carries is the person's own.
  noteOpened(id + core.search);
  noteOpened(id + core.search + core.fragment);
  delete core.carried;
  const offered = core.offered && (core.offered.arriving ?? (await core.offered.whole));
  if (offered && lessonOf(offered.source) !== undefined) noteOpened(workshopKey(offered));
  let failure: Failure | undefined;
  const apply = async () => {
    failure = changes?.kind === "fits" ? await applyOffered(core, changes) : undefined;
  };
  const open = async () => {
    await placeAs(core, core.store.getState().mounts[0], request.as?.[0]);
    await apply();
    enter(core);
  };
  if (core.offered) await mountOffered(core, core.offered, open);
  else await open();
  await mountOthers(core, request);
  if (!failure) return;
  core.retry = apply;
  core.store.setState({ activity: { kind: "failed", label: "The link's changes", failure } });
}

/** An address as it is known once it was opened: the file that it shows makes it no other. */
export function addressOf({ path, search, fragment = "" }: Visit): string {
  return path + withoutFile(search) + fragment;
}

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
