import type { ScanSteps } from "#lib/harness/discovery/read-skills.ts";
import { profiles as allProfiles } from "#lib/harness/profiles.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { forModel, type Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Comparison } from "#lib/report/compare/comparison.ts";
import type { Way } from "#lib/report/compare/headline.ts";
import {
  type Judged,
  judgedOf,
  knownInSteps,
  type OnPart,
  type ReportInput,
  reportInSteps,
} from "#lib/report/report.ts";
import type { Report } from "#lib/report/shape.ts";
import type { LevelOf, SourceInput } from "#lib/report/source-tree.ts";
import { formatSourcePath } from "#lib/share/source-path.ts";
import type { Source } from "#lib/vfs/source.ts";
import { createVolume } from "#lib/vfs/volume.ts";
import { type ComparedTrees, comparisonOf } from "./comparing.ts";
import type { KeptColumns } from "./kept-columns.ts";
import { indexTree, type MountTree } from "./mount-tree.ts";
import type { PlacedMount } from "./placed-mount.ts";
import { placementAs } from "./placement.ts";

/** A source whose files have been read. */
export interface SourceFiles {
  readonly source: Source;
  readonly label: string;
  readonly commit?: string;
  readonly tree: MountTree;
  readonly notices: readonly Notice[];
  /** Absent: `as-installed`, because a person who asks for a report wants to install. */
  readonly way?: Way;
  /** The only skills to install, as in `PlacedMount.chosen`. */
  readonly chosen?: readonly string[];
  /** Name of the model that harnesses run with; the one that each asks for itself where absent. */
  readonly model?: string | undefined;
  /** Its context window, in tokens, where it is known. */
  readonly window?: number | undefined;
  /** What harnesses make of the source, if that is already known. */
  readonly judged?: Judged;
  /** Paths of changed files; if given, only they and their skills are looked at. */
  readonly only?: ReadonlySet<string>;
  /** Paths of the SKILL.md files that are reported; all where absent. */
  readonly reported?: readonly string[];
  /** The level at which a finding is reported, as in `SourceInput.levelOf`. */
  readonly levelOf?: LevelOf;
  /** The harnesses to ask; all where absent. */
  readonly profiles?: readonly Profile[];
  /** What the harnesses made of other files of the same source, asked in the same way. */
  readonly kept?: KeptColumns;
  /** What is kept of a column of the comparison, as in `ComparedTrees`. */
  readonly shorten?: ComparedTrees["shorten"];
}

/** Id of the source's mount. */
export const sourceId = "source";

/**
 * The report on one source by itself, in a workspace with nothing else in it: under each harness all its skills are installed, or it is the
 * project. Bundled skills of the harness are not counted.
 */
export function sourceReport(input: SourceFiles, onPart?: OnPart): ScanSteps<Report> {
  return reportInSteps(reportInput(input), onPart);
}

/** Reports what can be told while files are still on their way; returns what harnesses make of the source. */
export function sourceKnown(input: SourceFiles, onPart: OnPart): ScanSteps<Judged> {
  return knownInSteps(reportInput(input), onPart);
}

/** The source as the rules on files look at it. */
export function sourceInput(input: SourceFiles): SourceInput {
  const { tree, notices, only, reported, levelOf } = input;
  const { volume: files, skillFiles } = tree;
  return {
    files,
    source: reportedSource(input),
    skillFiles,
    notices,
    ...(only && { only }),
    ...(reported && { reported }),
    ...(levelOf && { levelOf }),
  };
}

function reportInput(input: SourceFiles): ReportInput {
  return { ...sourceInput(input), judge: input.judged ? done(input.judged) : sourceJudged(input) };
}

// biome-ignore lint/correctness/useYield: what is known needs no steps
function* done(judged: Judged): ScanSteps<Judged> {
  return judged;
}

/** What each harness makes of the source, summed up as in a report. */
export function* sourceJudged(input: JudgedSource): ScanSteps<Judged> {
  return judgedOf(yield* sourceComparison(input));
}

type JudgedSource = Omit<SourceFiles, "notices">;

/** The source by itself under each harness, skill by skill. */
export function sourceComparison({
  source,
  label,
  commit,
  tree,
  way = "as-installed",
  chosen,
  profiles = allProfiles,
  model,
  window,
  reported,
  kept,
  shorten,
}: JudgedSource): ScanSteps<Comparison> {
  const as = way === "as-it-lies" ? "project" : "install";
  const mount: PlacedMount = {
    id: sourceId,
    source,
    label,
    ...(commit !== undefined && { commit }),
    ...(chosen && { chosen }),
    ...placementAs(as, "project", label, []),
  };
  return comparisonOf({
    title: label,
    sources: [{ label, source, ...(commit !== undefined && { commit }) }],
    profiles: profiles.map((profile) => forModel(profile, model)),
    own: indexTree(createVolume()),
    mounts: [mount],
    trees: new Map([[sourceId, tree]]),
    window,
    reported: reported && new Set(reported),
    kept,
    shorten,
  });
}

function reportedSource({ source, label, commit }: SourceFiles) {
  const pinned = source.kind === "git" && commit !== undefined ? { ...source, ref: commit } : source;
  const address = formatSourcePath(pinned);
  return {
    label,
    kind: source.kind,
    ...(commit !== undefined && { commit }),
    ...(source.kind === "git" && {
      url: source.url,
      ...(source.ref !== undefined && { ref: source.ref }),
      ...(source.path !== undefined && { path: source.path }),
    }),
    ...(address !== undefined && { address }),
  };
}
