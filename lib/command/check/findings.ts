import type { Comparison } from "#lib/report/compare/comparison.ts";
import { marks } from "#lib/report/compare/marks.ts";
import type { ReportedTrust } from "#lib/report/shape.ts";
import { visible } from "#lib/report/trust/patterns.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
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
  /** One sentence without its full stop; if the finding is about a harness, up to that harness's name. */
  readonly says: string;
  readonly by?: ConcernedHarness;
  /** Path of the SKILL.md of the skill that may be picked in place of this one. */
  readonly rival?: string;
  /** Whether it is an alarm, which settings and comments cannot silence. */
  readonly isAlarm?: true;
  /** Identifies the finding in another commit, where its line and numbers may differ. */
  readonly key: string;
}

/** The harness that a finding is about. */
interface ConcernedHarness {
  readonly id: string;
  readonly label: string;
  /** The rest of the sentence, after the harness's name. */
  readonly why: string;
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
      return [
        {
          code,
          level: "warning",
          path: path.slice(1),
          line: 1,
          says: `${visible(name ?? folderOf(path))}: ${marks[kind].by}`,
          by: {
            id: column.profileId,
            label: column.label,
            // Of a cut the reason is the mark itself.
            why: code === "catalog-cut" || reason === undefined ? "" : `: ${visible(reason)}`,
          },
          key: [code, column.profileId, path, kind].join("\n"),
        },
      ];
    }),
  );
}

/** The folder's name of a SKILL.md; of one in the root, its own. */
function folderOf(path: string): string {
  return basename(dirname(path)) || basename(path);
}

/** A pair of skills that compete is one finding, however many harnesses are concerned, with the numbers of where it is closest. */
function overlapFindings(overlaps: readonly HarnessOverlaps[]): readonly CheckFinding[] {
  const pairs = overlaps.flatMap(({ harnesses, pairs }) => pairs.map((pair) => ({ ...pair, harnesses })));
  const groups = Map.groupBy(pairs, ({ path, rivalPath }) => [path, rivalPath].join("\n"));
  return [...groups].flatMap(([key, group]): readonly CheckFinding[] => {
    const [closest] = group.toSorted((a, b) => b.ratio - a.ratio);
    if (!closest) return [];
    const { path, rivalPath: rival, skill, rival: other, ratio, words } = closest;
    const labels = group.flatMap(({ harnesses }) => harnesses.map(({ label }) => label)).join(", ");
    const close = `${group.length > 1 ? "up to " : ""}${ratio.toFixed(2)} as well as it does`;
    const says = `${visible(other)} answers to ${visible(skill)}'s own words ${close} (${words.join(", ")}), as told by ${labels}`;
    return [{ code: "overlap", level: "warning", path, line: 1, says, rival, key: `overlap\n${key}` }];
  });
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

/**
 * Whether a finding is about two skills that compete, neither of which is among the changed files. Their ratio follows the words of all
 * skills, so a change elsewhere makes and ends such findings without making these skills better or worse.
 */
export function isOfUntouchedRivals({ path, rival }: CheckFinding, changed: ReadonlySet<string>): boolean {
  return rival !== undefined && !changed.has(path) && !changed.has(rival);
}

/** A finding as it is told: those about harnesses that say the same of a place are one. */
export interface ToldFinding extends Pick<CheckFinding, "code" | "level" | "path" | "line" | "says" | "rival"> {
  /** Ids of the harnesses that the finding is about; absent if it holds for all. */
  readonly harnesses?: string[];
}

/** Findings as they are told, in their order. */
export function toldFindings(findings: readonly CheckFinding[]): readonly ToldFinding[] {
  const groups = Map.groupBy(findings, ({ by, key, code, level, path, line, says }) =>
    by ? JSON.stringify([code, level, path, line, says, by.why]) : `${line} ${key}`,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    if (!first.by) return group.map(({ key: _, isAlarm: __, ...told }) => told);
    const { key: _, by, ...told } = first;
    const labels = group.map(({ by }) => by?.label).join(", ");
    return [{ ...told, says: `${told.says} ${labels}${by.why}`, harnesses: group.flatMap(({ by }) => by?.id ?? []) }];
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
