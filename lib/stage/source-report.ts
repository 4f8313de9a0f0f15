import type { ScanSteps } from "#lib/harness/discovery/read-skill.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { defaultWindow } from "#lib/harness/vocabulary/catalog.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import {
  type Judged,
  judgedOf,
  knownInSteps,
  type LookedSource,
  lookedInSteps,
  type OnPart,
  type ReportInput,
  reportInSteps,
} from "#lib/report/report.ts";
import type { Report } from "#lib/report/shape.ts";
import type { SourceInput } from "#lib/report/source-tree.ts";
import { formatSourcePath } from "#lib/share/source-path.ts";
import type { Source } from "#lib/vfs/source.ts";
import { createVolume } from "#lib/vfs/volume.ts";
import { comparisonOf } from "./comparing.ts";
import { indexTree, type MountTree } from "./mount-tree.ts";
import type { PlacedMount } from "./placed-mount.ts";
import { placementAs } from "./placement.ts";

/** A source whose files are there. */
export interface SourceFiles {
  readonly source: Source;
  readonly label: string;
  readonly commit?: string;
  readonly tree: MountTree;
  readonly notices: readonly Notice[];
  /** Tokens that the model takes in at once; what an unknown model does where absent. */
  readonly window?: number;
  /** What harnesses make of it, where that is known already. */
  readonly judged?: Judged;
}

const id = "source";

/**
 * The report on one source by itself: under each harness all its skills are installed, in a workspace with
 * nothing else in it. What harnesses bring along is not counted.
 */
export function sourceReport(input: SourceFiles, onPart?: OnPart): ScanSteps<Report> {
  return reportInSteps(reportInput(input), onPart);
}

/** What of it can be told while files are on their way; returns what harnesses make of the source. */
export function sourceKnown(input: SourceFiles, onPart: OnPart): ScanSteps<Judged> {
  return knownInSteps(reportInput(input), onPart);
}

/** All of the report that no harness has a say in, for who has `sourceJudged` run elsewhere: `reportOf` joins the two. */
export function sourceLooked(input: SourceFiles): Generator<undefined, LookedSource> {
  return lookedInSteps(sourceInput(input));
}

function sourceInput(input: SourceFiles): SourceInput {
  const { tree, notices } = input;
  return { files: tree.volume, source: reportedSource(input), skillFiles: tree.skillFiles, notices };
}

function reportInput(input: SourceFiles): ReportInput {
  return { ...sourceInput(input), judge: input.judged ? done(input.judged) : sourceJudged(input) };
}

// biome-ignore lint/correctness/useYield: what is known needs no steps
function* done(judged: Judged): ScanSteps<Judged> {
  return judged;
}

/** What each harness makes of the source. */
export function* sourceJudged({
  source,
  label,
  commit,
  tree,
  window = defaultWindow,
}: Omit<SourceFiles, "notices">): ScanSteps<Judged> {
  const mountFor = (placement: Pick<PlacedMount, "as" | "scope" | "at">): PlacedMount => ({
    id,
    source,
    label,
    ...(commit !== undefined && { commit }),
    ...placement,
  });
  // Whoever asks for a report wants to install: of a project opened as one, only its own folders would count.
  const mounts = [mountFor(placementAs("install", "project", label, []))];
  const comparison = comparisonOf({
    title: label,
    sources: [{ label, source, ...(commit !== undefined && { commit }) }],
    profiles,
    own: indexTree(createVolume()),
    mounts,
    trees: new Map([[id, tree]]),
    window,
  });
  return judgedOf(yield* comparison);
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
