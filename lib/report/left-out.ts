import { ways } from "./compare/headline.ts";
import { marks } from "./compare/marks.ts";
import type { Report } from "./shape.ts";
import { visible } from "./trust/patterns.ts";
import { isMark, markWord } from "./words.ts";

export interface LeftOutSkill {
  /** Path of the SKILL.md. */
  readonly path: string;
  /** Which harnesses leave the skill out and how: a sentence without a full stop. */
  readonly says: string;
}

/** The skills that some harness does not load although it looks in their folder. */
export function leftOutSkills({ skills, harnesses, way = "as-installed" }: Report): readonly LeftOutSkill[] {
  return skills.flatMap(({ path, name, marks: all }) => {
    const by = all.flatMap((mark, at) =>
      isMark(mark) && marks[mark].isProblem && marks[mark].tally === "out"
        ? [`${harnesses[at]?.label}: ${markWord(mark)}`]
        : [],
    );
    return by.length === 0
      ? []
      : [
          {
            path,
            says: `${visible(name)} is not loaded everywhere ${ways[way].label.toLowerCase()}: ${by.join(", ")}`,
          },
        ];
  });
}
