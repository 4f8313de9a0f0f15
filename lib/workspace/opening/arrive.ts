import type { Failure } from "#lib/failure.ts";
import { dropPrefetchedClone } from "#lib/git/clone/clone.ts";
import { isPinned } from "#lib/share/link.ts";
import { unreadParts, withoutFile } from "#lib/share/link-query.ts";
import { fetchBundled } from "#lib/tree/own-tree.ts";
import { type Visit, wasOpened } from "./arrival.ts";
import { addressObjection, arriveFirst, isLocal, refuse } from "./arrive-first.ts";
import { bringsWords, chooseLinked, type EnterNeeds, enter, mountOthers, offer, tellUnread } from "./linked.ts";
import { mendDamaged, type Restored, type RestoreNeeds, restoreWorkspace } from "./restore.ts";
import type { LinkRequest } from "./sharing.ts";

export interface ArriveNeeds extends EnterNeeds, RestoreNeeds {}

/**
 * Restores the workspace of an address as its person left it, or creates it as the link describes. A link that only
 * names a source is as harmless as the same address typed into the box, and opens at once. A link with a prompt is
 * shown first, as nothing that somebody else wrote may take effect unseen. While another tab saves the workspace,
 * nothing is mounted or repaired here.
 * @param writes whether this tab saves the workspace
 */
export async function arrive(needs: ArriveNeeds, visit: Visit, writes: Promise<boolean>): Promise<void> {
  const objection = addressObjection(visit);
  if (objection) return refuse(needs, objection);
  const { fragment = "" } = visit;
  const brings = /^#[a-z]\d+=/.test(fragment);
  const carried = brings ? await (await import("./carried.ts")).readCarried(fragment) : undefined;
  if (carried && "kind" in carried) {
    return refuse(needs, { code: "link-refused", link: visit.path + visit.search, reason: carried.reason });
  }
  needs.tree.bundle(fetchBundled(needs.closed));
  const stored = await restoreWorkspace(needs, { writes: await writes, contents: visit.contents });
  if (needs.closed.aborted) return;
  const missing = whyMissing(needs, visit, stored);
  if (missing) return refuse(needs, missing);
  // A person who has agreed to the changes has them among their own by now, or has undone them.
  if (carried && !(stored && wasOpened(needs.link.address))) needs.link.carried = carried;
  const follows = needs.keeping.isFollowing();
  // The person's own harness and selection are kept, unless they have not followed this link before.
  const isKnown = stored !== undefined && (visit.own === true || withoutFile(stored.search) === needs.link.search);
  if (isKnown) needs.link.request = fileOf(needs.link.asked);
  if (!follows) chooseLinked(needs);
  tellUnread(needs.keeping, unreadParts(visit.search));
  if (stored) return arriveAgain(needs, visit.incoming, stored);
  needs.slice.set({ phase: { kind: "empty" } });
  if (!follows) await arriveFirst(needs, visit.incoming);
}

/** Shows the stored workspace; where the link brings somebody else's words, the share sheet comes first. */
async function arriveAgain(
  needs: ArriveNeeds,
  brought: Visit["incoming"],
  { first, damaged }: Restored,
): Promise<void> {
  const follows = needs.keeping.isFollowing();
  dropPrefetchedClone();
  await needs.harness.refresh("load");
  const { request } = needs.link;
  // The person's own places and states are kept; only missing sources are added.
  const { as: _, off: __, ...rest } = request;
  needs.link.request = rest;
  if (first && (await bringsWords(needs, request))) {
    await offer(needs, first, request, isPinned(first.about.source));
  } else enter(needs);
  if (follows) return;
  await mendDamaged(needs, damaged);
  if (brought?.kind === "live") needs.sources.folders.followServed(brought.folder);
  needs.sources.folders.readAll();
  if (needs.slice.get().phase.kind === "ready") await mountOthers(needs, rest);
}

/** Only the file of a link's request: a known workspace otherwise opens as its address says. */
function fileOf({ file }: LinkRequest): LinkRequest {
  return file ? { file } : {};
}

/**
 * Why there is nothing to open: the stored workspace is damaged, or none is stored under an address that only stored
 * workspaces have (`/local/…`). `undefined` where there is one.
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
