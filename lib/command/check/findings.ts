import type { Comparison } from "#lib/report/compare/comparison.ts";
import { marks } from "#lib/report/compare/marks.ts";
import type { ReportedTrust } from "#lib/report/shape.ts";
import { visible } from "#lib/report/trust/patterns.ts";
import { markWord } from "#lib/report/words.ts";
import type { HarnessOverlaps } from "./lexical.ts";
import type { HarnessPreview } from "./previews.ts";

export type CheckLevel = "error" | "warning" | "note";

/** A finding of a check. */
export interface CheckFinding {
  /** A trust rule, `left-out`, `catalog-cut`, `overlap`, `lexical-preview` or `suppression`. */
  readonly code: string;
  readonly level: CheckLevel;
  /** Relative to the checked folder, without a leading slash. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** One sentence without its full stop. */
  readonly says: string;
  /** The harness concerned; absent if the finding holds for all. */
  readonly harness?: string;
  /** Whether it is an alarm, which settings and comments cannot silence. */
  readonly isAlarm?: true;
  /** Identifies the finding in another commit, where its line and numbers may differ. */
  readonly key: string;
}

export interface Checked {
  readonly trust: ReportedTrust;
  readonly comparison: Comparison;
  readonly overlaps: readonly HarnessOverlaps[];
  readonly previews: readonly HarnessPreview[];
}

/** All findings of what was checked, in a fixed order. */
export function findingsOf(checked: Checked): readonly CheckFinding[] {
  return [
    ...trustFindings(checked.trust),
    ...harnessFindings(checked.comparison),
    ...overlapFindings(checked.overlaps),
    ...previewFindings(checked.previews),
  ];
}

const levels = { alarm: "error", look: "warning", note: "note" } as const;

function trustFindings({ findings }: ReportedTrust): readonly CheckFinding[] {
  return findings.map(({ rule, level, path, line, says, excerpt }) => ({
    code: rule,
    level: levels[level],
    path: path.slice(1),
    line,
    says: `${visible(says)}: ${visible(excerpt)}`,
    ...(level === "alarm" && { isAlarm: true }),
    key: [rule, level, path, excerpt].join("\n"),
  }));
}

/** What each harness leaves out, and which descriptions its catalog cuts. */
function harnessFindings({ columns, skills }: Comparison): readonly CheckFinding[] {
  return skills.flatMap(({ path, verdicts }) =>
    verdicts.flatMap(({ kind, name, reason }, at): readonly CheckFinding[] => {
      const column = columns[at];
      const { tally, isProblem } = marks[kind];
      if (!column || !isProblem || tally === "loaded") return [];
      const code = tally === "out" ? "left-out" : "catalog-cut";
      const why = reason === undefined ? "" : `: ${visible(reason)}`;
      return [
        {
          code,
          level: "warning",
          path: path.slice(1),
          line: 1,
          says: `${column.label}: ${visible(name ?? path)} is ${markWord(kind)}${why}`,
          harness: column.profileId,
          key: [code, column.profileId, path, kind].join("\n"),
        },
      ];
    }),
  );
}

function overlapFindings(overlaps: readonly HarnessOverlaps[]): readonly CheckFinding[] {
  return overlaps.flatMap(({ harnesses, pairs }) =>
    pairs.map(({ skill, rival, ratio, words, path }) => ({
      code: "overlap",
      level: "warning" as const,
      path,
      line: 1,
      says: `As told by ${harnesses.map(({ label }) => label).join(", ")}, ${visible(rival)} answers to ${visible(skill)}'s own words ${ratio.toFixed(2)} as well as it does (${words.join(", ")})`,
      key: ["overlap", path, rival].join("\n"),
    })),
  );
}

/** A request that leads to the wrong skill is one finding, however many harnesses are concerned. */
function previewFindings(previews: readonly HarnessPreview[]): readonly CheckFinding[] {
  const missed = previews.flatMap(({ label, missed }) => missed.map((each) => ({ ...each, label })));
  const groups = Map.groupBy(missed, ({ path, request, says }) => [path, request, says].join("\n"));
  return [...groups.values()].flatMap((group): readonly CheckFinding[] => {
    const [first] = group;
    if (!first) return [];
    const { path, request, says } = first;
    const under = group.length === previews.length ? "every harness" : group.map(({ label }) => label).join(", ");
    return [
      {
        code: "lexical-preview",
        level: "error",
        path,
        line: 1,
        says: `“${visible(request).slice(0, 90)}”: ${visible(says)} (lexical preview, ${under})`,
        key: ["lexical-preview", path, request].join("\n"),
      },
    ];
  });
}

/** The findings that another commit does not have, or has fewer times. */
export function newFindings(now: readonly CheckFinding[], before: readonly CheckFinding[]): ReadonlySet<CheckFinding> {
  const known = new Map<string, number>();
  for (const { key } of before) known.set(key, (known.get(key) ?? 0) + 1);
  return new Set(
    now.filter(({ key }) => {
      const left = known.get(key) ?? 0;
      known.set(key, left - 1);
      return left <= 0;
    }),
  );
}
