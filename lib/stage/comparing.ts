import { sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import type { ScanSteps } from "#lib/harness/discovery/read-skill.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { toldIn } from "#lib/harness/vocabulary/verdict.ts";
import {
  type ComparedFile,
  type ComparedSource,
  type Comparison,
  type HarnessColumn,
  joinColumns,
} from "#lib/report/compare/comparison.ts";
import { type ComparedVerdict, comparedVerdict } from "#lib/report/compare/verdict.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
import { deriveView } from "./derive-view.ts";
import type { MountTree } from "./mount-tree.ts";
import type { PlacedMount } from "./placed-mount.ts";
import { bundledMountId, placeMounts } from "./placement.ts";

/** Sources that are held before every harness. */
export interface ComparedTrees {
  readonly title: string;
  readonly sources: readonly ComparedSource[];
  readonly profiles: readonly Profile[];
  readonly own: MountTree;
  readonly bundled?: MountTree | undefined;
  /** How they are mounted under a harness. */
  readonly mounts: (profile: Profile) => readonly PlacedMount[];
  readonly trees: ReadonlyMap<string, MountTree>;
  /** Tokens that the model takes in at once. */
  readonly window: number;
  /** Called before each harness and after the last with how many are done. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** The same sources under every harness, each placed as that harness would have them installed. */
export function* comparisonOf(compared: ComparedTrees): ScanSteps<Comparison> {
  const { title, sources, window, profiles, onProgress } = compared;
  const columns: HarnessColumn[] = [];
  const files = new Map<string, ComparedFile>();
  for (const profile of profiles) {
    onProgress?.(columns.length, profiles.length);
    columns.push(yield* columnOf(compared, profile, files));
  }
  onProgress?.(columns.length, profiles.length);
  const skills = yield* joinColumns(columns, files);
  return { title, sources, window, columns, skills };
}

/** What `profile` makes of the sources; the files it meets are added to `files`. */
function* columnOf(
  { own, bundled, trees, window, ...compared }: ComparedTrees,
  profile: Profile,
  files: Map<string, ComparedFile>,
): ScanSteps<HarnessColumn> {
  const mounts = compared.mounts(profile);
  const { points, skillFiles } = placeMounts({ profile, own, bundled, mounts, trees });
  const table = createMountTable(points);
  yield;
  const view = yield* deriveView({ profile, files: table, skillFiles, mountNotices: [], window });
  const { discovery, states, catalog } = view;
  const standing = { states, told: toldIn(catalog) };
  const verdicts = new Map<string, ComparedVerdict>();
  for (const candidate of discovery.candidates) {
    const { mountId, path } = table.locate(candidate.location, "keep") ?? { mountId: "", path: candidate.location };
    const id = `${mountId}:${path}`;
    verdicts.set(id, comparedVerdict(candidate, standing));
    if (!files.has(id)) files.set(id, { id, source: sourceLabel(mountId, mounts), path, folder: candidate.folder });
    yield;
  }
  const tokens = sampleTokens(catalog.text);
  yield;
  return { profileId: profile.id, label: profile.label, catalog, tokens, verdicts };
}

function sourceLabel(mountId: string, mounts: readonly PlacedMount[]): string {
  const mount = mounts.find(({ id }) => id === mountId);
  return mount?.label ?? (mountId === bundledMountId ? "bundled" : "workspace");
}
