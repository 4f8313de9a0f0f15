import { sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { renderCatalogInSteps } from "#lib/harness/catalog/catalog.ts";
import type { ScanSteps } from "#lib/harness/discovery/read-skills.ts";
import { loadSessionInSteps } from "#lib/harness/session.ts";
import { type Profile, windowFor } from "#lib/harness/vocabulary/profile.ts";
import { standingIn } from "#lib/harness/vocabulary/verdict.ts";
import {
  type ComparedFile,
  type ComparedSource,
  type Comparison,
  type HarnessColumn,
  joinColumns,
} from "#lib/report/compare/comparison.ts";
import { type ComparedVerdict, comparedVerdict } from "#lib/report/compare/verdict.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
import type { FoundBefore, KeptColumns, MadeColumn, TakenColumn } from "./kept-columns.ts";
import type { MountTree } from "./mount-tree.ts";
import { place } from "./place.ts";
import type { PlacedMount } from "./placed-mount.ts";
import { placeMounts } from "./placement.ts";
import { verdictsIn } from "./verdicts.ts";
import { wayOf } from "./ways.ts";

/** Sources to compare under several harnesses. */
export interface ComparedTrees {
  readonly title: string;
  readonly sources: readonly ComparedSource[];
  /** The harnesses, each as it runs with the model. */
  readonly profiles: readonly Profile[];
  readonly own: MountTree;
  readonly bundled?: MountTree | undefined;
  /** Where the sources are mounted, the same under every harness; `wayOf` says which way of counting that is. */
  readonly mounts: readonly PlacedMount[];
  readonly trees: ReadonlyMap<string, MountTree>;
  /** Whether each harness that has a switch to turn skills off is started with that switch. */
  readonly noSkills?: boolean;
  /** Context window of the model, in tokens, where it is known. */
  readonly window?: number | undefined;
  /** Columns computed earlier from the same sources and the same settings, with other file contents in `trees`. */
  readonly kept?: KeptColumns | undefined;
  /** Paths in their sources of the files that are compared; all where absent. Those beside them decide what happens to them. */
  readonly reported?: ReadonlySet<string> | undefined;
  /** What is kept of a column that was made; absent: all of it. A catalog that contains instructions takes megabytes. */
  readonly shorten?: ((column: HarnessColumn) => HarnessColumn) | undefined;
  /** Called before each harness and once after the last, with the number of harnesses done. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Compares the sources under every harness. Each harness installs to its own places. */
export function* comparisonOf(compared: ComparedTrees): ScanSteps<Comparison> {
  const { title, sources, profiles, mounts, onProgress } = compared;
  const columns: HarnessColumn[] = [];
  const files = new Map<string, ComparedFile>();
  for (const profile of profiles) {
    onProgress?.(columns.length, profiles.length);
    const taken = yield* keptColumn(compared, profile);
    const { column, met } = taken;
    compared.kept?.take?.(taken);
    columns.push(column);
    for (const file of met) if (!files.has(file.id)) files.set(file.id, file);
  }
  onProgress?.(columns.length, profiles.length);
  const skills = yield* joinColumns(columns, files);
  return { title, sources, way: wayOf(mounts), columns, skills };
}

function* keptColumn(compared: ComparedTrees, profile: Profile): ScanSteps<TakenColumn> {
  const { kept, trees } = compared;
  const known = kept?.known(profile, trees);
  if (known && "column" in known) return known;
  // If an earlier discovery is reused, its questions are not noted: they would be incomplete.
  const noting = known ? undefined : kept?.begin?.(profile, trees);
  const made = yield* columnOf({ ...compared, trees: noting?.trees ?? trees }, profile, known);
  noting?.keep(made);
  return made;
}

/** What `profile` makes of the sources: one column of the comparison. */
function* columnOf(
  { own, bundled, mounts, trees, noSkills = false, window, reported, shorten }: ComparedTrees,
  profile: Profile,
  known?: FoundBefore,
): ScanSteps<MadeColumn> {
  const placement = known?.placement ?? (yield* placeMounts({ profile, own, bundled, mounts, trees }));
  const { points, skillFiles } = placement;
  const table = createMountTable(points);
  yield;
  const found = known?.find(table);
  const session = yield* loadSessionInSteps(profile, table, place, { skillFiles, noSkills, discovery: found });
  const catalog = yield* renderCatalogInSteps(profile, { ...session, window });
  const view = { ...session, catalog };
  const { id: profileId, label } = profile;
  const judged = verdictsIn({ label, way: wayOf(mounts), view, locate: (path) => table.locate(path, "keep") });
  const standing = standingIn(session, catalog);
  const verdicts = new Map<string, ComparedVerdict>();
  const met: ComparedFile[] = [];
  for (const { id, mountId, path, candidate } of judged.skills) {
    if (reported && !reported.has(path)) continue;
    verdicts.set(id, comparedVerdict(candidate, standing));
    met.push({ id, source: sourceLabel(mountId, mounts), path, folder: candidate.folder });
    yield;
  }
  const tokens = sampleTokens(catalog.text);
  yield;
  const column = {
    profileId,
    label,
    catalog,
    tokens,
    window: windowFor(profile, window),
    counts: judged.counts,
    verdicts,
  };
  return { column: shorten?.(column) ?? column, met, placement, files: table, discovery: session.discovery };
}

function sourceLabel(mountId: string, mounts: readonly PlacedMount[]): string {
  return mounts.find(({ id }) => id === mountId)?.label ?? "workspace";
}
