import { type Failure, failureOf } from "#lib/failure.ts";
import { dropPrefetchedClone } from "#lib/git/clone/clone.ts";
import { bundledRoot } from "#lib/harness/discovery/roots.ts";
import { profileById, profiles } from "#lib/harness/profiles.ts";
import { isPinned, linkObjection, parseLink, workspacePath } from "#lib/share/link.ts";
import { type LinkedFile, type LinkedPlace, unreadParts, withoutFile } from "#lib/share/link-query.ts";
import { formatSourcePath } from "#lib/share/source-path.ts";
import type { WorkspaceContents } from "#lib/storage/storage-shapes.ts";
import { fetchSample, listSamples } from "#lib/upload/sample.ts";
import { isSamePlace } from "#lib/vfs/mount-table.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import { lessonOf, type Source } from "#lib/vfs/source.ts";
import { setSkillState } from "#lib/workspace/chat/skills-actions.ts";
import {
  type ArrivingSource,
  type Core,
  type FetchedSource,
  isFollowing,
  type LinkRequest,
} from "#lib/workspace/core.ts";
import { openPaths, withOpened } from "#lib/workspace/files/open-files.ts";
import { fetchSource, type Incoming } from "#lib/workspace/mounts/fetch-source.ts";
import { readFolders } from "#lib/workspace/mounts/live-mounts.ts";
import { pinnedSource } from "#lib/workspace/mounts/mount-source.ts";
import { mountIncoming, mountOffered, offerIncoming, underway } from "#lib/workspace/mounts/mounting.ts";
import { placeMount } from "#lib/workspace/mounts/placing.ts";
import { refresh } from "#lib/workspace/refresh.ts";
import type { OfferedChanges } from "#lib/workspace/state/changes.ts";
import type { Mount } from "#lib/workspace/state/mount.ts";
import type { Loss } from "#lib/workspace/state.ts";
import { growTree } from "#lib/workspace/tree/mount-tree.ts";
import { place } from "#lib/workspace/tree/place.ts";
import { bundledMountId } from "#lib/workspace/tree/placement.ts";
import { noteOpened, wasOpened } from "./arrival.ts";
import { applyOffered, offeredChanges, readCarried } from "./carried.ts";
import { mendDamaged, type Restored, restoreWorkspace } from "./restore.ts";
import { describeOffer, linkRequest } from "./sharing.ts";

/** An address being opened, and how its person came to it (see `arrival.ts`). */
export interface Visit {
  /** The address's path: a link of `lib/share/link.ts`, or `/local/<id>`. Also the workspace's id. */
  readonly path: string;
  /** The address's query, with its `?`. */
  readonly search: string;
  /** What stands behind it, with its `#`. */
  readonly fragment?: string;
  /** Whether the person asked for this source in this page, so that no sheet need ask again. Where absent, the tab's own notes tell. */
  readonly own?: boolean;
  /** Files that only this page has. */
  readonly incoming?: Incoming;
  /** A whole workspace that only this page has. */
  readonly contents?: WorkspaceContents;
  /** Parts of it that could not be read. */
  readonly losses?: readonly Loss[];
}

/**
 * Brings the workspace of an address to where its person left it, or to what the link describes. A link that only
 * names a source is as harmless as the same address typed into the box, and opens at once; one that carries a prompt
 * is shown first, as nothing that somebody else wrote may take effect unseen. While another tab saves the workspace,
 * nothing is mounted or repaired here.
 * @param writes whether this tab saves the workspace
 */
export async function arrive(core: Core, visit: Visit, writes: Promise<boolean>): Promise<void> {
  const objection = addressObjection(visit);
  if (objection) return refuse(core, objection);
  const carried = await readCarried(visit.fragment ?? "");
  if (carried && "kind" in carried) {
    return refuse(core, { code: "link-refused", link: visit.path + visit.search, reason: carried.reason });
  }
  const request = linkRequest(parseLink(visit.path, visit.search));
  core.bundling = addBundledSkills(core);
  const stored = await restoreWorkspace(core, { writes: await writes, contents: visit.contents });
  if (core.closed.aborted) return;
  const missing = whyMissing(core, visit, stored);
  if (missing) return refuse(core, missing);
  // Whoever has agreed to the changes has them among their own by now, or has taken them back.
  if (carried && !(stored && wasOpened(addressOf(visit)))) core.carried = carried;
  const follows = isFollowing(core);
  // The person's own harness and selection stand, unless the link is one they have not followed before.
  const isKnown = stored !== undefined && (visit.own === true || withoutFile(stored.search) === core.search);
  core.request = isKnown ? fileOf(request) : request;
  if (!follows) chooseLinked(core);
  tellUnread(core, unreadParts(visit.search));
  if (stored) return arriveAgain(core, visit, stored);
  core.store.setState({ phase: { kind: "empty" } });
  if (!follows) await arriveFirst(core, visit);
}

/**
 * Puts the product-provided skills into the home folder, as Keen Code does at every start ("ensure the
 * binary's version is always available"). The lab works without them, so a failed fetch only leaves
 * a notice.
 */
export async function addBundledSkills(core: Core): Promise<void> {
  try {
    const { snapshot } = await fetchSample("bundled", { signal: core.closed });
    core.bundled = await growTree(snapshot, { signal: core.closed });
  } catch (caught) {
    if (!failureOf(caught)) throw caught;
    const path =
      profiles.map((profile) => bundledRoot(profile, place)).find((root) => root !== undefined) ?? place.home;
    core.mountNotices.set(bundledMountId, [{ code: "bundled-missing", severity: "info", path }]);
  }
}

/** Shows what was stored; where the link brings somebody's words, the share sheet comes first. */
async function arriveAgain(core: Core, visit: Visit, { fetched, damaged }: Restored): Promise<void> {
  const follows = isFollowing(core);
  dropPrefetchedClone();
  await refresh(core, "load");
  const { request } = core;
  // The person's own placing and states stand; only what is not there yet comes.
  const { as: _, off: __, ...rest } = request;
  core.request = rest;
  if (fetched && (await bringsWords(core, visit, request))) {
    await offer(core, fetched, request, isPinned(fetched.source));
  } else enter(core);
  if (follows) return;
  await mendDamaged(core, damaged);
  readFolders(core);
  if (core.store.getState().phase.kind === "ready") await mountOthers(core, rest);
}

function addressOf({ path, search, fragment = "" }: Visit): string {
  return path + withoutFile(search) + fragment;
}

/** Of what a link asks for, the file alone: a known workspace opens where its address says. */
function fileOf({ file }: LinkRequest): LinkRequest {
  return file ? { file } : {};
}

/** Whether an address carries words or changes of somebody else that its person has not agreed to yet. */
async function bringsWords(core: Core, visit: Visit, { prompt }: LinkRequest): Promise<boolean> {
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

/** Why no workspace can have this address; `undefined` where one can. */
function addressObjection({ path, search }: Visit): Failure | undefined {
  const reason = isLocal(path) ? undefined : linkObjection(path, search);
  return reason === undefined ? undefined : { code: "link-refused", link: path + search, reason };
}

/**
 * Why there is nothing to open: what is stored is damaged, or nothing is stored under an address that only a stored
 * workspace has (`/local/…`). `undefined` where there is something.
 */
function whyMissing(core: Core, { path, incoming }: Visit, stored: Restored | undefined): Failure | undefined {
  if (stored) return undefined;
  const { storage } = core.store.getState();
  if (storage.kind === "memory" && storage.failure.code === "record-damaged") return storage.failure;
  return storage.kind === "nothing" && isLocal(path) && !incoming ? { code: "workspace-missing" } : undefined;
}

/** Whether this is the address of a workspace that only one browser has. */
function isLocal(path: string): boolean {
  return /^\/local\/[\w-]{1,100}$/.test(path);
}

/** Says why nothing opens at this address, and saves nothing there. */
function refuse(core: Core, failure: Failure): void {
  core.saver.giveUp(failure);
  core.store.setState({ phase: { kind: "refused", failure } });
}

function chooseLinked(core: Core): void {
  const wanted = core.request.profileId;
  if (wanted === undefined) return;
  const { id } = profileById(wanted);
  if (id !== wanted) tellUnread(core, ["profile"]);
  core.store.setState({ profileId: id });
}

/** Tells of parts of a link that are not understood or ask for something that does not exist. */
function tellUnread(core: Core, names: readonly string[]): void {
  if (names.length === 0) return;
  core.store.setState(({ losses }) => ({ losses: [...losses, { kind: "link", names }] }));
}

/** Mounts what the address or the person brings. Words of somebody else are shown on the share sheet first. */
export async function arriveFirst(core: Core, visit: Visit): Promise<void> {
  const link = parseLink(visit.path, visit.search);
  const request = linkRequest(link);
  const source = link?.source;
  if (source && lessonOf(source) === "") return goToFirstLesson(core, source);
  const incoming = visit.incoming ?? (source && { kind: "source" as const, source });
  if (!incoming) return;
  if (source && (await bringsWords(core, visit, request))) {
    let isAgreed = false;
    await offerIncoming(core, incoming, (offered) => {
      isAgreed = core.carried === undefined && wasOpened(workshopKey(offered));
      if (!isAgreed) void offer(core, offered, request, isPinned(source));
    });
    if (isAgreed) await acceptOffer(core);
    return;
  }
  const address = addressOf(visit);
  const isOwn = visit.own ?? wasOpened(address);
  if (isOwn) noteOpened(address);
  await mountIncoming(core, incoming, async () => {
    const [mount] = core.store.getState().mounts;
    if (!isOwn && mount?.source.kind === "git") core.store.setState({ linkedMountId: mount.id });
    if (source && mount) chooseNamedSkill(core, source, mount.source);
    await placeAs(core, mount, request.as?.[0]);
    enter(core);
  });
  await mountOthers(core, request);
}

/**
 * Brings the other sources of a link, one after another, those that are there already excepted, and switches off what is
 * to be off. Ends with the first that fails, which `activity` tells.
 */
async function mountOthers(core: Core, { also = [], as = [], off = [] }: LinkRequest): Promise<void> {
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

/** Puts a mount where the link has it. */
async function placeAs(core: Core, mount: Mount | undefined, as: LinkedPlace | undefined): Promise<void> {
  if (!mount || !as) return;
  const [kind, scope] =
    as === "project" ? (["project", mount.scope] as const) : (["install", as === "home" ? "home" : "project"] as const);
  if (mount.as !== kind || mount.scope !== scope) await placeMount(core, mount.id, kind, scope);
}

/** What a person agrees to with a lesson's sheet: all lessons of the workshop in this state. */
function workshopKey({ source, commit }: Pick<FetchedSource, "source" | "commit">): string {
  return source.kind === "git" ? `workshop ${source.url} ${source.path ?? ""} ${commit}` : "";
}

/** An address of a workshop alone stands for its first lesson, which has an address of its own. */
async function goToFirstLesson(core: Core, source: Source): Promise<void> {
  await underway(core, { kind: "source", source }, async (options) => {
    const fetched = await fetchSource({ kind: "source", source }, options);
    core.store.setState({
      phase: { kind: "moved", path: workspacePath({ ...source, lesson: lessonOf(fetched.source) ?? "" } as Source) },
    });
    return { kind: "idle" };
  });
}

/** An address may name a sample by one of its skills, which is then selected. */
function chooseNamedSkill(core: Core, named: Source, found: Source): void {
  if (named.kind !== "sample" || found.kind !== "sample" || named.sample === found.sample) return;
  core.request = { skill: named.sample, ...core.request };
}

/** Shows the share sheet: at once, and again with what the link's changes come to once their files are there. */
async function offer(
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

/**
 * Shows the lab, with what the link asked for: its file or skill selected, its prompt in the box. A link
 * names a file by its path inside the source, which is the workspace's first mount.
 */
function enter(core: Core): void {
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
