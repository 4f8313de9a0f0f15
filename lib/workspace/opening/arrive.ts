import type { Failure } from "#lib/failure.ts";
import { dropPrefetchedClone } from "#lib/git/clone/clone.ts";
import { isPinned, parseLink } from "#lib/share/link.ts";
import { unreadParts, withoutFile } from "#lib/share/link-query.ts";
import { fetchBundled } from "#lib/tree/own-tree.ts";
import { type Visit, wasOpened } from "./arrival.ts";
import { addressObjection, arriveFirst, isLocal, refuse } from "./arrive-first.ts";
import { readCarried } from "./carried.ts";
import {
  addressOf,
  bringsWords,
  chooseLinked,
  type EnterNeeds,
  enter,
  mountOthers,
  offer,
  tellUnread,
} from "./linked.ts";
import { mendDamaged, type Restored, type RestoreNeeds, restoreWorkspace } from "./restore.ts";
import { type LinkRequest, linkRequest } from "./sharing.ts";

export interface ArriveNeeds extends EnterNeeds, RestoreNeeds {}

/**
 * Brings the workspace of an address to where its person left it, or to what the link describes. A link that only
 * names a source is as harmless as the same address typed into the box, and opens at once; one that carries a prompt
 * is shown first, as nothing that somebody else wrote may take effect unseen. While another tab saves the workspace,
 * nothing is mounted or repaired here.
 * @param writes whether this tab saves the workspace
 */
export async function arrive(needs: ArriveNeeds, visit: Visit, writes: Promise<boolean>): Promise<void> {
  const objection = addressObjection(visit);
  if (objection) return refuse(needs, objection);
  const carried = await readCarried(visit.fragment ?? "");
  if (carried && "kind" in carried) {
    return refuse(needs, { code: "link-refused", link: visit.path + visit.search, reason: carried.reason });
  }
  const request = requestOf(visit);
  needs.tree.bundle(fetchBundled(needs.closed));
  const stored = await restoreWorkspace(needs, { writes: await writes, contents: visit.contents });
  if (needs.closed.aborted) return;
  const missing = whyMissing(needs, visit, stored);
  if (missing) return refuse(needs, missing);
  // Whoever has agreed to the changes has them among their own by now, or has taken them back.
  if (carried && !(stored && wasOpened(addressOf(visit)))) needs.link.carried = carried;
  const follows = needs.keeping.isFollowing();
  // The person's own harness and selection stand, unless the link is one they have not followed before.
  const isKnown = stored !== undefined && (visit.own === true || withoutFile(stored.search) === needs.link.search);
  needs.link.request = isKnown ? fileOf(request) : request;
  if (!follows) chooseLinked(needs);
  tellUnread(needs.keeping, unreadParts(visit.search));
  if (stored) return arriveAgain(needs, visit, stored);
  needs.slice.set({ phase: { kind: "empty" } });
  if (!follows) await arriveFirst(needs, visit);
}

/** What the address asks for, or what its person has made. */
function requestOf({ path, search, shows }: Visit): LinkRequest {
  const request = linkRequest(parseLink(path, search));
  return shows === undefined ? request : { ...request, file: { path: shows } };
}

/** Shows what was stored; where the link brings somebody's words, the share sheet comes first. */
async function arriveAgain(needs: ArriveNeeds, visit: Visit, { first, damaged }: Restored): Promise<void> {
  const follows = needs.keeping.isFollowing();
  dropPrefetchedClone();
  await needs.harness.refresh("load");
  const { request } = needs.link;
  // The person's own placing and states stand; only what is not there yet comes.
  const { as: _, off: __, ...rest } = request;
  needs.link.request = rest;
  if (first && (await bringsWords(needs, visit, request))) {
    await offer(needs, first, request, isPinned(first.about.source));
  } else enter(needs);
  if (follows) return;
  await mendDamaged(needs, damaged);
  if (visit.incoming?.kind === "live") needs.sources.folders.followServed(visit.incoming.folder);
  needs.sources.folders.readAll();
  if (needs.slice.get().phase.kind === "ready") await mountOthers(needs, rest);
}

/** Of what a link asks for, the file alone: a known workspace opens where its address says. */
function fileOf({ file }: LinkRequest): LinkRequest {
  return file ? { file } : {};
}

/**
 * Why there is nothing to open: what is stored is damaged, or nothing is stored under an address that only a stored
 * workspace has (`/local/…`). `undefined` where there is something.
 */
function whyMissing(
  { keeping }: Pick<ArriveNeeds, "keeping">,
  { path, incoming }: Visit,
  stored: Restored | undefined,
): Failure | undefined {
  if (stored) return undefined;
  const { storage } = keeping.state();
  if (storage.kind === "memory" && storage.failure.code === "record-damaged") return storage.failure;
  return storage.kind === "nothing" && isLocal(path) && !incoming ? { code: "workspace-missing" } : undefined;
}
