import type { Comparison } from "./compare/comparison.ts";
import { marks } from "./compare/marks.ts";
import type { ReportedHarness } from "./shape.ts";
import { mostFirst } from "./skill-facts.ts";

/** Most causes that are listed for one harness. */
const mostCauses = 3;

/** What each harness makes of all skills together. */
export function harnessFacts({ columns, skills }: Comparison): readonly ReportedHarness[] {
  return columns.map(({ profileId, label, tokens, window, counts }, at) => ({
    id: profileId,
    label,
    tokens,
    window,
    share: tokens / window,
    counts: mostFirst(counts),
    causes: causesOf(skills.flatMap(({ verdicts }) => verdicts[at] ?? [])),
  }));
}

/**
 * The most frequent reasons for which skills are left out, cut or not told; the word for the mark where there is no other reason. Files
 * that only other harnesses take for skills are not counted.
 */
function causesOf(verdicts: Comparison["skills"][number]["verdicts"]): ReportedHarness["causes"] {
  const found = new Map<string, { mark: string; cause: string; count: number }>();
  for (const { kind, location, cause = marks[kind].word } of verdicts) {
    const { tally: group } = marks[kind];
    if (location === undefined || group === "loaded" || group === "renamed") continue;
    const key = `${kind} ${cause}`;
    const known = found.get(key) ?? { mark: kind, cause, count: 0 };
    known.count++;
    found.set(key, known);
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count).slice(0, mostCauses);
}

/** The marks of each skill, in the order of the harnesses, by the path of its SKILL.md in the source. */
export function marksOf({ skills }: Comparison): ReadonlyMap<string, readonly string[]> {
  return new Map(skills.map(({ path, verdicts }) => [path, verdicts.map(({ kind }) => kind)]));
}
