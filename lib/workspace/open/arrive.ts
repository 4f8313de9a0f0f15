import { type Failure, failureOf } from "#lib/failure.ts";
import { dropPrefetchedClone } from "#lib/git/clone/clone.ts";
import { bundledRoot } from "#lib/harness/discovery/roots.ts";
import { profileById, profiles } from "#lib/harness/profiles.ts";
import { isPinned, linkObjection, parseLink, workspacePath } from "#lib/share/link.ts";
import { unreadParts } from "#lib/share/link-query.ts";
import type { WorkspaceContents } from "#lib/storage/storage-shapes.ts";
import { fetchSample, listSamples } from "#lib/upload/sample.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import { lessonOf, type Source } from "#lib/vfs/source.ts";
import {
  type ArrivingSource,
  type Core,
  type FetchedSource,
  isFollowing,
  type LinkRequest,
} from "#lib/workspace/core.ts";
import { fetchSource, type Incoming } from "#lib/workspace/mounts/fetch-source.ts";
import { readFolders } from "#lib/workspace/mounts/live-mounts.ts";
import { mountIncoming, mountOffered, offerIncoming, underway } from "#lib/workspace/mounts/mounting.ts";
import { refresh } from "#lib/workspace/refresh.ts";
import type { Loss } from "#lib/workspace/state.ts";
import { growTree } from "#lib/workspace/tree/mount-tree.ts";
import { place } from "#lib/workspace/tree/place.ts";
import { bundledMountId } from "#lib/workspace/tree/placement.ts";
import { noteOpened, wasOpened } from "./arrival.ts";
import { mendDamaged, type Restored, restoreWorkspace } from "./restore.ts";
import { describeOffer, linkRequest } from "./sharing.ts";

/** An address being opened, and how its person came to it (see `arrival.ts`). */
export interface Visit {
  /** The address's path: a link of `lib/share/link.ts`, or `/local/<id>`. Also the workspace's id. */
  readonly path: string;
  /** The address's query, with its `?`. */
  readonly search: string;
  /** Whether the person asked for this source in this page, so that no sheet need ask again. */
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
  const request = linkRequest(parseLink(visit.path, visit.search));
  core.bundling = addBundledSkills(core);
  const stored = await restoreWorkspace(core, { writes: await writes, contents: visit.contents });
  if (core.closed.aborted) return;
  const missing = whyMissing(core, visit, stored);
  if (missing) return refuse(core, missing);
  const follows = isFollowing(core);
  // The person's own harness and selection stand, unless the link is one they have not followed before.
  const isKnown = stored !== undefined && (visit.own === true || stored.search === visit.search);
  core.request = isKnown ? {} : request;
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
async function addBundledSkills(core: Core): Promise<void> {
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
  if (fetched && (await bringsWords(core, visit, request))) {
    offer(core, fetched, request, isPinned(fetched.source));
  } else enter(core);
  if (follows) return;
  await mendDamaged(core, damaged);
  readFolders(core);
}

/** Whether an address carries words of somebody else that its person has not agreed to yet. */
async function bringsWords(core: Core, visit: Visit, { prompt }: LinkRequest): Promise<boolean> {
  if (visit.own || wasOpened(visit.path + visit.search)) return false;
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
      isAgreed = wasOpened(workshopKey(offered));
      if (!isAgreed) offer(core, offered, request, isPinned(source));
    });
    if (isAgreed) await acceptOffer(core);
    return;
  }
  const address = visit.path + visit.search;
  const isOwn = visit.own === true || wasOpened(address);
  if (isOwn) noteOpened(address);
  await mountIncoming(core, incoming, () => {
    const [mount] = core.store.getState().mounts;
    if (!isOwn && mount?.source.kind === "git") core.store.setState({ linkedMountId: mount.id });
    if (source && mount) chooseNamedSkill(core, source, mount.source);
    enter(core);
  });
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

function offer(core: Core, offered: FetchedSource | ArrivingSource, request: LinkRequest, pinned: boolean): void {
  core.store.setState({ phase: { kind: "offered", offer: describeOffer(offered, request, pinned) } });
}

/** Opens what the share sheet showed, as the person has agreed to it. */
export async function acceptOffer(core: Core): Promise<void> {
  noteOpened(core.store.getState().id + core.search);
  const offered = core.offered && (core.offered.arriving ?? (await core.offered.whole));
  if (offered && lessonOf(offered.source) !== undefined) noteOpened(workshopKey(offered));
  if (core.offered) await mountOffered(core, core.offered, () => enter(core));
  else enter(core);
}

/**
 * Shows the lab, with what the link asked for: its file or skill selected, its prompt in the box. A link
 * names a file by its path inside the source, which is the workspace's first mount.
 */
function enter(core: Core): void {
  const { view, selection, mounts, lessonProgress } = core.store.getState();
  const { skill, file, prompt = lessonProgress ? undefined : mounts[0]?.lesson?.prompt } = core.request;
  const candidate = skill && view.discovery.candidates.find((one) => one.skill?.name === skill || one.folder === skill);
  if (skill && !candidate) tellUnread(core, ["skill"]);
  core.store.setState({
    phase: { kind: "ready" },
    selection: {
      ...selection,
      ...(candidate && { skill: candidate.location }),
      ...(file && { file: { ...file, path: joinPath(mounts[0]?.at ?? "/", file.path) } }),
    },
    ...(prompt && { messageText: prompt }),
  });
  core.request = {};
}
