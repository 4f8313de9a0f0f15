import { dropPrefetchedClone } from "#lib/git/clone/clone.ts";
import { isPinned, parseLink } from "#lib/share/link.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import type { WorkspaceContents } from "#lib/vfs/persistence.ts";
import type { Source } from "#lib/vfs/source.ts";
import { addBundledSkills } from "./bundled-skills.ts";
import { type Core, type FetchedSource, isFollowing } from "./core.ts";
import type { Incoming } from "./fetch-source.ts";
import { type LinkRequest, linkRequest } from "./link-request.ts";
import { readFolders } from "./live-mounts.ts";
import { mountIncoming, mountOffered, offerIncoming } from "./mounting.ts";
import { refresh } from "./refresh.ts";
import { mendDamaged, restoreWorkspace } from "./restore.ts";
import { describeOffer } from "./sharing.ts";

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
}

/**
 * Brings the workspace of an address to where its person left it, or to what the link describes. A link
 * that carries a prompt, or names no commit, is shown before it is mounted (safety: nothing that
 * somebody else wrote takes effect unseen). Where another tab writes the workspace, nothing is mounted or mended here.
 * @param writes whether this tab does
 */
export async function arrive(core: Core, visit: Visit, writes: Promise<boolean>): Promise<void> {
  const request = linkRequest(parseLink(visit.path, visit.search));
  core.bundling = addBundledSkills(core);
  const stored = await restoreWorkspace(core, { writes: await writes, contents: visit.contents });
  if (core.closed.aborted) return;
  const follows = isFollowing(core);
  // The person's own harness and selection stand, unless the link is one they have not followed before.
  const isKnown = stored !== undefined && (visit.own === true || stored.search === visit.search);
  core.request = isKnown ? {} : request;
  if (core.request.profileId && !follows) core.store.setState({ profileId: core.request.profileId });
  if (!stored) {
    core.store.setState({ phase: { kind: "empty" } });
    return follows ? undefined : arriveFirst(core, visit);
  }
  dropPrefetchedClone();
  await refresh(core, "load");
  if (core.request.prompt && stored.fetched) offer(core, stored.fetched, request, isPinned(stored.fetched.source));
  else enter(core);
  if (follows) return;
  await mendDamaged(core, stored.damaged);
  readFolders(core);
}

/** Mounts what the address or the person's hands bring, after the sheet where it is somebody else's. */
export async function arriveFirst(core: Core, visit: Visit): Promise<void> {
  const link = parseLink(visit.path, visit.search);
  const request = linkRequest(link);
  const source = link?.source;
  const incoming = visit.incoming ?? (source && { kind: "source" as const, source });
  if (!incoming) return;
  if (visit.own || !source || isSettled(source, request)) {
    await mountIncoming(core, incoming, () => enter(core));
    return;
  }
  await offerIncoming(core, incoming, (fetched) => offer(core, fetched, request, isPinned(source)));
}

function offer(core: Core, fetched: FetchedSource, request: LinkRequest, pinned: boolean): void {
  core.store.setState({ phase: { kind: "offered", offer: describeOffer(fetched, request, pinned) } });
}

/** Takes up what the share sheet showed. */
export async function acceptOffer(core: Core): Promise<void> {
  if (core.offered) await mountOffered(core, core.offered, () => enter(core));
  else enter(core);
}

/**
 * Shows the lab, with what the link asked for: its file or skill selected, its prompt in the box. A link
 * names a file by its path inside the source, which is the workspace's first.
 */
function enter(core: Core): void {
  const { skill, file, prompt } = core.request;
  const { view, selection, mounts } = core.store.getState();
  const candidate = skill && view.discovery.candidates.find((one) => one.skill?.name === skill || one.folder === skill);
  core.store.setState({
    phase: { kind: "ready" },
    selection: {
      ...selection,
      ...(candidate && { skill: candidate.location }),
      ...(file && { file: { ...file, path: joinPath(mounts[0]?.at ?? "/", file.path) } }),
    },
    ...(prompt && { draft: prompt }),
  });
  core.request = {};
}

/** Whether a link opens the same thing for everyone, for ever, and says nothing to the model. */
function isSettled(source: Source, request: LinkRequest): boolean {
  return !request.prompt && (source.kind !== "git" || isPinned(source));
}
