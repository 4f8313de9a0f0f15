import { nextTask } from "#lib/async/slices.ts";
import { windowOf } from "#lib/chat/model-settings.ts";
import { workedOn } from "#lib/chat/reads.ts";
import { failureOf } from "#lib/failure.ts";
import { awaitsFiles } from "#lib/harness/catalog/catalog.ts";
import { bringsSkills } from "#lib/harness/roots/roots.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Place } from "#lib/harness/vocabulary/places.ts";
import { deriveView, type HarnessView } from "#lib/stage/derive-view.ts";
import { place } from "#lib/stage/place.ts";
import { bundledMountId, placeMounts } from "#lib/stage/placement.ts";
import { createMountTable, isSamePlace, type MountTable } from "#lib/vfs/mount-table.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import { type Core, currentProfile, workspaceRecord } from "#lib/workspace/core.ts";
import type { Mount } from "#lib/workspace/state/mount.ts";
import type { Selection } from "#lib/workspace/state.ts";
import { placedDrafts } from "#lib/workspace/tree/drafts.ts";
import { withPaths } from "#lib/workspace/tree/open-files.ts";
import { scan } from "./scan.ts";

/** Whether the harness starts anew or only the tree changed under a running one. */
export type RefreshCause = "load" | "disk";

/**
 * Puts the tree and the harness's view of it into the store, together, after anything changed. Parsing
 * runs in slices first, so that 2,000 skills never hold up the page; of several calls only the newest shows anything.
 */
export async function refresh(core: Core, cause: RefreshCause): Promise<void> {
  await core.bundling;
  // First React draws the change that caused this, in a task of its own.
  await nextTask();
  const { mounts, noSkills, models } = core.store.getState();
  const profile = currentProfile(core);
  const { points, skillFiles, notices } = placeMounts({
    profile,
    own: core.own,
    bundled: core.bundled,
    mounts,
    trees: core.trees,
  });
  const table = createMountTable(points);
  versions.get(core)?.abort();
  const version = new AbortController();
  versions.set(core, version);
  const mountNotices = [
    ...notices,
    ...(bringsSkills(profile) ? (core.mountNotices.get(bundledMountId) ?? []) : []),
    ...mounts.flatMap((mount) => findingsOf(core, mount)),
  ];
  const running = core.store.getState().view;
  const window = windowOf(models);
  const input = { profile, files: table, place: placeNow(core), skillFiles, mountNotices, noSkills, window };
  const steps = deriveView(cause === "load" ? input : { ...input, running });
  try {
    const view = await scan(steps, AbortSignal.any([core.closed, version.signal]));
    if (!version.signal.aborted) show(core, table, view);
  } catch (caught) {
    if (!version.signal.aborted || failureOf(caught)?.code !== "cancelled") throw caught;
  }
}

/** Where the harness runs, with what the conversation has come across where its rules ask for that. */
export function placeNow(core: Core): Place {
  const { messages } = core.store.getState().conversation;
  return awaitsFiles(currentProfile(core)) ? { ...place, ...workedOn(messages, place) } : place;
}

/** Shows contents that have come, which change nothing that a harness makes of the files. */
export function showContents(core: Core): void {
  const { mounts } = core.store.getState();
  const { own, bundled, trees } = core;
  core.table = createMountTable(placeMounts({ profile: currentProfile(core), own, bundled, mounts, trees }).points);
  core.store.setState({ files: core.table });
}

/** What ends the version that was begun last: what comes of an older one is not wanted. */
const versions = new WeakMap<Core, AbortController>();

/** Puts tree and view into the store; the selection and the drafts get the paths that their files have in this tree. */
function show(core: Core, table: Core["table"], view: HarnessView): void {
  const { mounts, selection: before, drafts } = core.store.getState();
  const selection = followedSelection(before, core.table, table);
  core.table = table;
  core.store.setState({
    files: table,
    view,
    missing: mounts.filter(({ id }) => !core.trees.has(id)).map(({ id }) => id),
    selection,
    drafts: placedDrafts(drafts, table),
  });
  if (selection !== before) void core.saver.saveDrafts(workspaceRecord(core));
}

/**
 * The selection with the paths that its files have now, as another harness has installed skills elsewhere. The same
 * object where nothing moved; a file that is in the tree no more keeps its path.
 */
function followedSelection(selection: Selection, before: MountTable, now: MountTable): Selection {
  return withPaths(selection, (path) => {
    const place = before.locate(path);
    return !place || isSamePlace(now.locate(path), place) ? path : (now.seenAt(place) ?? path);
  });
}

/** The findings about a mount as a whole, by the paths they are seen at. */
function findingsOf(core: Core, { id, at, label }: Mount): readonly Notice[] {
  const noticed = (core.mountNotices.get(id) ?? []).map((notice) => moved(notice, at));
  if (core.trees.get(id)?.skillFiles.length !== 0) return noticed;
  return [{ code: "no-skills", severity: "warning", path: at, data: { source: label } }, ...noticed];
}

/** A finding about a mount's file, by the path it is seen at. */
function moved(notice: Notice, at: string): Notice {
  return { ...notice, path: joinPath(at, notice.path) };
}
