import { type EvalFormat, isItem } from "./eval-case.ts";
import { caseList, kept } from "./item-form.ts";
import { byGrader, noOther, otherGraders, type SkillGrader } from "./skill-grader.ts";

const vallyGrader: SkillGrader = { type: "skill-invocation", required: "required", forbidden: "disallowed", more: {} };

export const vally: EvalFormat = {
  label: "stimuli of Vally",
  read(value) {
    if (!isItem(value) || !Array.isArray(value.stimuli)) return undefined;
    const form = { id: "name", text: ["prompt"], known: ["name", "prompt"], ...byGrader(vallyGrader, noOther) };
    return {
      lists: [caseList(["stimuli"], value.stimuli, form)],
      notRun: [
        ...kept(value.stimuli, { rubric: "rubrics", constraints: "constraints", environment: "environments" }),
        ...otherGraders(value.stimuli, vallyGrader.type),
      ],
    };
  },
};
