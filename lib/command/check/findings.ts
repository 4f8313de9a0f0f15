import type { Comparison } from "#lib/report/compare/comparison.ts";
import { marks } from "#lib/report/compare/marks.ts";
import type { ReportedTrust } from "#lib/report/shape.ts";
import { visible } from "#lib/report/trust/patterns.ts";
import { markWord } from "#lib/report/words.ts";
import type { HarnessOverlaps } from "./lexical.ts";
import type { HarnessPreview } from "./previews.ts";

export type CheckLevel = "error" | "warning" | "note";

/** Something that a check tells. */
export interface CheckFinding {
  /** A rule of trust, `left-out`, `catalog-cut`, `overlap`, `lexical-preview` or `suppression`. */
  readonly code: string;
  readonly level: CheckLevel;
  /** From the root of what was checked, without a slash before it. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** One sentence without its full stop. */
  readonly says: string;
  /** The harness under which it is so; absent where it is so under all. */
  readonly harness?: string;
  /** Whether it is an alarm: settings and comments do not silence it. */
  readonly isAlarm?: true;
  /** What it is known by in another commit, where its line and its numbers may be others. */
  readonly key: string;
}

export interface Checked {
  readonly trust: ReportedTrust;
  readonly comparison: Comparison;
  readonly overlaps: readonly HarnessOverlaps[];
  readonly previews: readonly HarnessPreview[];
}

/** All that there is to tell of what was checked, in one order. */
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

/** What each harness leaves out, and what it has no room to tell in full. */
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

/** A request that goes astray is one finding, however many harnesses it does so under. */
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

/** Those that another commit has not, or has fewer of. */
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
