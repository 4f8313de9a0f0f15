import { failureOf } from "#lib/failure.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { growTree, type MountTree } from "#lib/stage/mount-tree.ts";
import { choosePlacement, placementAs } from "#lib/stage/placement.ts";
import { type Snapshot, type SnapshotSize, snapshotSize } from "#lib/vfs/snapshot.ts";
import { sourceLabel } from "#lib/vfs/source.ts";
import {
  type ArrivingSource,
  type Core,
  currentProfile,
  type FetchedSource,
  type Received,
  workspaceRecord,
} from "#lib/workspace/core.ts";
import { refresh } from "#lib/workspace/harness/refresh.ts";
import { type Mount, pinnedSource } from "#lib/workspace/state/mount.ts";
import type { MountActivity } from "#lib/workspace/state.ts";
import { isFetchable, keptPieces, receive } from "./arriving.ts";
import { type FetchOptions, fetchSource, type Incoming } from "./fetch-source.ts";
import { followFolder } from "./live-mounts.ts";
import { askedSkills, skillChoices } from "./source-skills.ts";
import { filesOf, type MountState, mountOf, swapFiles } from "./swap-files.ts";

/**
 * Fetches, verifies and mounts. Until the last step nothing of the workspace changes. Resolves when the files can be used;
 * of a repository most contents may come later.
 */
export async function mountIncoming(core: Core, incoming: Incoming, onMounted?: () => Promise<void>): Promise<void> {
  core.store.setState({ unopened: givenText(incoming) });
  await underway(core, incoming, async (options) => {
    const mount = await place(core, await receive(core, incoming, options), options);
    await onMounted?.();
    // Browsers show it beside the clone's measures, and the benchmark reads it.
    performance.mark("mounted");
    return restingActivity(core, mount);
  });
}

/** Tries again what failed last. */
export async function retryMount(core: Core): Promise<void> {
  await core.retry?.();
}

/**
 * Fetches what a link names, and shows it instead of mounting it: at first what is known early, then the whole. A failure
 * while it is shown is told once it is mounted.
 */
export async function offerIncoming(
  core: Core,
  incoming: Incoming,
  show: (offered: FetchedSource | ArrivingSource) => void,
): Promise<void> {
  core.store.setState({ unopened: givenText(incoming) });
  await underway(core, incoming, async (options) => {
    const received = await receive(core, incoming, { ...options, isShownFirst: true });
    core.offered = received;
    show(received.arriving ?? (await received.whole));
    received.whole.then(
      (whole) => core.offered === received && show(whole),
      () => undefined,
    );
    return { kind: "idle" };
  });
}

/** Mounts what was offered. */
export async function mountOffered(core: Core, offered: Received, onMounted: () => Promise<void>): Promise<void> {
  delete core.offered;
  const { source } = offered.arriving ?? (await offered.whole);
  await underway(core, { kind: "source", source }, async (options) => {
    const mount = await place(core, offered, options);
    await onMounted();
    return restingActivity(core, mount);
  });
}

/** Fetches the files of a mount again, at its commit, and puts them under the person's changes. */
export async function remount(core: Core, mount: Mount): Promise<void> {
  const { id: mountId, label } = mount;
  const source = pinnedSource(mount);
  if (!source) {
    core.retry = () => remount(core, mount);
    core.store.setState({ activity: { kind: "failed", label, failure: { code: "files-lost", label } } });
    return;
  }
  const incoming = { kind: "source", source } as const;
  await underway(core, incoming, async (options) => {
    const whole = ({ snapshot }: FetchedSource) => swapLost(core, mount, snapshot, options);
    // An older copy of its files stays until all of the newer one are there.
    if (core.trees.has(mountId)) await whole(await fetchSource(incoming, options));
    else {
      const known = await keptPieces(core, mountId);
      const received = await receive(core, incoming, { ...options, ...(known && { known }) });
      await received.mount({ arriving: (source) => regrow(core, mount, source, options), whole });
    }
    return { kind: "idle" };
  });
}

/** The mount without its mark as imported: its files were just fetched from the source. */
async function swapLost(core: Core, mount: Mount, base: Snapshot, { signal }: FetchOptions): Promise<Mount> {
  const after = async ({ mount: { imported: _, ...rest }, ...now }: MountState) => ({
    ...now,
    mount: rest,
    files: { base, edits: now.files.edits },
  });
  return (await swapFiles(core, { mountId: mount.id, base, after, signal }))?.after.mount ?? mount;
}

/** Shows a mount again whose files were lost, with the person's changes, while the files come. */
async function regrow(core: Core, lost: Mount, arriving: ArrivingSource, { signal }: FetchOptions): Promise<Mount> {
  const { known, pending } = arriving;
  const { edits } = filesOf(core, lost.id);
  core.trees.set(lost.id, await growTree(known, { signal, pending, edits }));
  const { imported: _, ...mount } = mountOf(core, lost.id) ?? lost;
  core.store.setState(({ mounts }) => ({ mounts: mounts.map((one) => (one.id === lost.id ? mount : one)) }));
  await showArriving(core, mount, known);
  return mount;
}

/**
 * Runs one mount at a time with progress and cancel, and ends in the activity that `work` resolves to. What fails
 * becomes `activity`, which keeps what to try again; a cancelled one leaves no trace.
 */
export async function underway(
  core: Core,
  incoming: Incoming,
  work: (options: FetchOptions) => Promise<MountActivity>,
): Promise<void> {
  core.mounting?.abort();
  dropOffers(core);
  const controller = new AbortController();
  core.mounting = controller;
  const label = incomingLabel(incoming);
  let activity: Extract<MountActivity, { kind: "cloning" }> = {
    kind: "cloning",
    label,
    progress: { phase: "connecting" },
  };
  const report = (news: Partial<typeof activity>) => {
    activity = { ...activity, ...news };
    if (core.mounting === controller) core.store.setState({ activity });
  };
  report({});
  try {
    const rest = await work({
      signal: AbortSignal.any([controller.signal, core.closed]),
      onProgress: (progress) => report({ progress }),
    });
    if (core.mounting === controller) core.store.setState({ activity: rest });
  } catch (caught) {
    const failure = failureOf(caught);
    if (!failure) throw caught;
    if (core.mounting !== controller) return;
    core.retry = () => underway(core, incoming, work);
    core.store.setState({
      activity: failure.code === "cancelled" ? { kind: "idle" } : { kind: "failed", label, failure },
    });
  } finally {
    if (core.mounting === controller) delete core.mounting;
  }
}

/** Drops an offered update or undo: the next activity takes the place of their card. */
export function dropOffers(core: Core): void {
  delete core.update;
  delete core.undo;
}

/** Ends the last activity with all that it says and offers. */
export function dropActivity(core: Core): void {
  dropOffers(core);
  core.store.setState({ activity: { kind: "idle" } });
}

/** The activity after mounting: where several skills were installed, the person may choose among them. */
function restingActivity(core: Core, { as, id }: Mount): MountActivity {
  const count = core.trees.get(id)?.skillFiles.length ?? 0;
  return as === "install" && count > 1 ? { kind: "installed", mountId: id } : { kind: "idle" };
}

function place(core: Core, received: Received, options: FetchOptions): Promise<Mount> {
  return received.mount({
    arriving: (source) => placeArriving(core, source, options),
    whole: (fetched) => placeFetched(core, fetched, options),
  });
}

async function placeFetched(core: Core, fetched: FetchedSource, { signal, onProgress }: FetchOptions): Promise<Mount> {
  const tree = await growTree(fetched.snapshot, {
    signal,
    onProgress: (done, total) => onProgress({ phase: "mounting", done, total }),
  });
  chooseLessonsHarness(core, fetched);
  const mount = addMount(core, fetched, tree, snapshotSize(fetched.snapshot));
  if (fetched.live) followFolder(core, mount.id, fetched.live, "open");
  const shown = refresh(core, "load");
  void core.saver.saveMount(workspaceRecord(core), mount.id, fetched.snapshot, shown);
  await shown;
  return mount;
}

/** A lesson is made for one harness, unless its link asks for another. */
function chooseLessonsHarness(core: Core, { lesson }: FetchedSource): void {
  if (lesson?.profileId === undefined || core.request.profileId !== undefined) return;
  core.store.setState({ profileId: profileById(lesson.profileId).id });
}

async function placeArriving(core: Core, arriving: ArrivingSource, { signal }: FetchOptions): Promise<Mount> {
  const { known, pending } = arriving;
  const tree = await growTree(known, { signal, pending });
  const fileCount = known.modes.length + pending.modes.length;
  const mount = addMount(core, arriving, tree, { fileCount, byteCount: known.bytes.length });
  await showArriving(core, mount, known);
  return mount;
}

/** Saves that there is this mount: a person who comes back before all of it has come has it fetched again. */
async function showArriving(core: Core, mount: Mount, known: Snapshot): Promise<void> {
  const shown = refresh(core, "load");
  const { edits } = filesOf(core, mount.id);
  const piece = isFetchable(core, mount.id) ? known : undefined;
  void core.saver.arrive(workspaceRecord(core), mount.id, { base: known, edits, piece, shown });
  await shown;
}

/** Places a source among the mounts. Its tree is not shown yet. */
function addMount(
  core: Core,
  fetched: Pick<FetchedSource, "source" | "label" | "commit" | "notices" | "lesson">,
  tree: MountTree,
  size: SnapshotSize,
): Mount {
  const { source, label, commit, lesson } = fetched;
  const { mounts } = core.store.getState();
  const profile = currentProfile(core);
  const { chosen, missing } = askedSkills(source, () => skillChoices(profile, tree, label));
  const mount: Mount = {
    id: crypto.randomUUID(),
    source,
    label,
    ...(commit !== undefined && { commit }),
    ...(chosen && { chosen }),
    ...(lesson ? placementAs("project", "project", label, mounts) : choosePlacement(profile, fetched, tree, mounts)),
    ...(lesson && { lesson }),
    ...size,
  };
  core.trees.set(mount.id, tree);
  // Notices of the fetching, and skills that were asked for and are not there.
  core.mountNotices.set(mount.id, [...missing.map(askedSkillMissing), ...fetched.notices]);
  core.store.setState({
    unopened: undefined,
    mounts: [...mounts, mount],
    ...(mounts.length === 0 && { title: mount.label }),
  });
  return mount;
}

function askedSkillMissing(name: string): Notice {
  return { code: "asked-skill-missing", severity: "warning", path: "/", data: { name } };
}

/** The text of the box that this came from; for a link, a text that would open the same. */
function givenText(incoming: Incoming): string | undefined {
  if (incoming.kind === "text") return incoming.text;
  if (incoming.kind !== "source") return undefined;
  const { source, given } = incoming;
  if (given !== undefined || source.kind !== "git") return given;
  return source.ref === undefined ? source.url : `${source.url}.git#${source.ref}`;
}

function incomingLabel(incoming: Incoming): string {
  if (incoming.kind === "source") return sourceLabel(incoming.source);
  if (incoming.kind === "live") return incoming.folder.name;
  return incoming.kind === "text" ? "Pasted skill" : incoming.name;
}
