import { type Failure, failureOf } from "#lib/failure.ts";
import { dropPrefetchedClone } from "#lib/git/clone/clone.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { bundledRoot } from "#lib/harness/roots/roots.ts";
import { isPinned, linkObjection, parseLink, workspacePath } from "#lib/share/link.ts";
import { unreadParts, withoutFile } from "#lib/share/link-query.ts";
import { growTree } from "#lib/stage/mount-tree.ts";
import { place } from "#lib/stage/place.ts";
import { bundledMountId } from "#lib/stage/placement.ts";
import { fetchSample } from "#lib/upload/sample.ts";
import { lessonOf, type Source } from "#lib/vfs/source.ts";
import { type Core, isFollowing, type LinkRequest } from "#lib/workspace/core.ts";
import { refresh } from "#lib/workspace/harness/refresh.ts";
import { fetchSource } from "#lib/workspace/sources/fetch-source.ts";
import { readFolders } from "#lib/workspace/sources/live-mounts.ts";
import { mountIncoming, offerIncoming, underway } from "#lib/workspace/sources/mounting.ts";
import { noteOpened, type Visit, wasOpened } from "./arrival.ts";
import { readCarried } from "./carried.ts";
import {
  acceptOffer,
  addressOf,
  bringsWords,
  chooseLinked,
  chooseNamedSkill,
  enter,
  mountOthers,
  offer,
  placeAs,
  tellUnread,
  workshopKey,
} from "./linked.ts";
import { mendDamaged, type Restored, restoreWorkspace } from "./restore.ts";
import { linkRequest } from "./sharing.ts";

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

/** Of what a link asks for, the file alone: a known workspace opens where its address says. */
function fileOf({ file }: LinkRequest): LinkRequest {
  return file ? { file } : {};
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
