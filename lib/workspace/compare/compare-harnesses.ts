import { windowOf } from "#lib/chat/model-settings.ts";
import { sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { failureOf } from "#lib/failure.ts";
import type { ScanSteps } from "#lib/harness/discovery/read-skills.ts";
import { profiles } from "#lib/harness/profiles.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Candidate } from "#lib/harness/vocabulary/skill.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
import type { Core } from "#lib/workspace/core.ts";
import { deriveView } from "#lib/workspace/harness-view.ts";
import { scan } from "#lib/workspace/scanning.ts";
import { isUnverified, type Mount } from "#lib/workspace/state/mount.ts";
import { bundledMountId, placeMounts } from "#lib/workspace/tree/placement.ts";
import { type ComparedFile, type Comparison, type HarnessColumn, joinColumns } from "./comparison.ts";

export interface CompareOptions {
  readonly signal?: AbortSignal;
  /** Called before each harness and after the last with how many are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * The same sources under every harness, each placed as that harness would have them installed. Runs in
 * slices. `undefined` when cancelled or the workspace is closed meanwhile.
 */
export async function compareHarnesses(core: Core, options: CompareOptions = {}): Promise<Comparison | undefined> {
  await core.bundling;
  const signal = options.signal ? AbortSignal.any([options.signal, core.closed]) : core.closed;
  try {
    return await scan(comparisonOf(core, options), signal);
  } catch (caught) {
    if (failureOf(caught)?.code === "cancelled") return undefined;
    throw caught;
  }
}

function* comparisonOf(core: Core, { onProgress }: CompareOptions): ScanSteps<Comparison> {
  const { title, mounts, models } = core.store.getState();
  const columns: HarnessColumn[] = [];
  const files = new Map<string, ComparedFile>();
  for (const profile of profiles) {
    onProgress?.(columns.length, profiles.length);
    columns.push(yield* columnOf(core, profile, files));
  }
  onProgress?.(columns.length, profiles.length);
  const skills = yield* joinColumns(columns, files);
  return { title, sources: mounts.map(sourceOf), window: windowOf(models), columns, skills };
}

/** What `profile` makes of the workspace; the files it meets are added to `files`. */
function* columnOf(core: Core, profile: Profile, files: Map<string, ComparedFile>): ScanSteps<HarnessColumn> {
  const { own, bundled, trees } = core;
  const { mounts, models } = core.store.getState();
  const { points, skillFiles } = placeMounts({ profile, own, bundled, mounts, trees });
  const table = createMountTable(points);
  yield;
  const { discovery, states, catalog } = yield* deriveView({
    profile,
    files: table,
    skillFiles,
    mountNotices: [],
    window: windowOf(models),
  });
  const candidates = new Map<string, Candidate>();
  for (const candidate of discovery.candidates) {
    const { mountId, path } = table.locate(candidate.location, "keep") ?? { mountId: "", path: candidate.location };
    const id = `${mountId}:${path}`;
    candidates.set(id, candidate);
    if (!files.has(id)) files.set(id, { id, source: sourceLabel(mountId, mounts), path, folder: candidate.folder });
    yield;
  }
  const tokens = sampleTokens(catalog.text);
  yield;
  return { profileId: profile.id, label: profile.label, catalog, tokens, states, candidates };
}

function sourceLabel(mountId: string, mounts: readonly Mount[]): string {
  const mount = mounts.find(({ id }) => id === mountId);
  return mount?.label ?? (mountId === bundledMountId ? "bundled" : "workspace");
}

function sourceOf(mount: Mount): Comparison["sources"][number] {
  const { label, source, commit } = mount;
  const mark = isUnverified(mount) && { unverified: true as const };
  return { label, source, ...(commit !== undefined && { commit }), ...mark };
}
