import { type EvalCase, type EvalFormat, isItem, textOf } from "./eval-case.ts";
import { alwaysPicks, byFlag, caseList, type ItemForm, kept } from "./item-form.ts";

function triggerForm(skill: string | undefined): ItemForm {
  return { text: ["query"], known: ["query", "should_trigger"], ...byFlag(["should_trigger"], skill) };
}

export const triggers: EvalFormat = {
  id: "triggers",
  label: "a trigger set of skill-creator",
  blank: (skill) => ({ form: "json", value: [], lists: [caseList([], [], triggerForm(skill))], isForSkill: true }),
  read(value, skill) {
    const isResult = isItem(value) && Array.isArray(value.results);
    const items = isResult ? value.results : value;
    if (!Array.isArray(items) || items.length === 0) return undefined;
    if (
      !items.every((each) => isItem(each) && typeof each.query === "string" && typeof each.should_trigger === "boolean")
    )
      return undefined;
    const named = (isResult ? textOf(value.skill_name) : undefined) ?? skill;
    return {
      ...(named !== undefined && { skill: named }),
      lists: [caseList(isResult ? ["results"] : [], items, triggerForm(named))],
      notRun: [],
    };
  },
};

function evalsForm(skill: string | undefined): ItemForm {
  return {
    id: "id",
    idValue: (id) => (/^\d{1,9}$/.test(id) ? Number(id) : undefined),
    text: ["prompt"],
    known: ["id", "prompt"],
    fresh: (_: EvalCase, number) => ({ id: number, prompt: "", expected_output: "", files: [], expectations: [] }),
    ...alwaysPicks(skill),
  };
}

export const evalsJson: EvalFormat = {
  id: "evals",
  label: "an evals.json",
  blank: (skill) => ({
    form: "json",
    value: { skill_name: skill, evals: [] },
    lists: [caseList(["evals"], [], evalsForm(skill))],
    isForSkill: true,
  }),
  read(value, given) {
    if (!isItem(value) || !Array.isArray(value.evals)) return undefined;
    const skill = textOf(value.skill_name) ?? given;
    return {
      ...(skill !== undefined && { skill }),
      lists: [caseList(["evals"], value.evals, evalsForm(skill))],
      notRun: kept(value.evals, {
        files: "files",
        expected_output: "expected outputs",
        expectations: "expectations",
        assertions: "assertions",
      }),
    };
  },
};
