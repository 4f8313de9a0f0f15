import { type EvalFormat, isItem } from "./eval-case.ts";
import { caseList, type ItemForm, kept, numbered } from "./item-form.ts";
import { byGrader, noOther, otherGraders, type SkillGrader } from "./skill-grader.ts";

const vallyGrader: SkillGrader = { type: "skill-invocation", required: "required", forbidden: "disallowed", more: {} };

const stimulusForm: ItemForm = {
  id: "name",
  text: ["prompt"],
  known: ["name", "prompt"],
  fresh: (_, number) => ({ name: numbered(number), prompt: "" }),
  ...byGrader(vallyGrader, noOther),
};

export const vally: EvalFormat = {
  id: "vally",
  label: "stimuli of Vally",
  blank: () => ({
    form: "yaml",
    value: { stimuli: [] },
    lists: [caseList(["stimuli"], [], stimulusForm)],
    isForSkill: false,
  }),
  read(value) {
    if (!isItem(value) || !Array.isArray(value.stimuli)) return undefined;
    return {
      lists: [caseList(["stimuli"], value.stimuli, stimulusForm)],
      notRun: [
        ...kept(value.stimuli, { rubric: "rubrics", constraints: "constraints", environment: "environments" }),
        ...otherGraders(value.stimuli, vallyGrader.type),
      ],
    };
  },
};
