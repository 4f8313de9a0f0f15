import { type EvalFormat, isItem, textOf } from "./eval-case.ts";
import { alwaysPicks, byFlag, caseList, kept } from "./item-form.ts";

export const triggers: EvalFormat = {
  label: "a trigger set of skill-creator",
  read(value, skill) {
    const isResult = isItem(value) && Array.isArray(value.results);
    const items = isResult ? value.results : value;
    if (!Array.isArray(items) || items.length === 0) return undefined;
    if (
      !items.every((each) => isItem(each) && typeof each.query === "string" && typeof each.should_trigger === "boolean")
    )
      return undefined;
    const named = (isResult ? textOf(value.skill_name) : undefined) ?? skill;
    const form = { text: ["query"], known: ["query", "should_trigger"], ...byFlag(["should_trigger"], named) };
    return {
      ...(named !== undefined && { skill: named }),
      lists: [caseList(isResult ? ["results"] : [], items, form)],
      notRun: [],
    };
  },
};

export const evalsJson: EvalFormat = {
  label: "an evals.json",
  read(value, given) {
    if (!isItem(value) || !Array.isArray(value.evals)) return undefined;
    const skill = textOf(value.skill_name) ?? given;
    const form = { id: "id", text: ["prompt"], known: ["id", "prompt"], ...alwaysPicks(skill) };
    return {
      ...(skill !== undefined && { skill }),
      lists: [caseList(["evals"], value.evals, form)],
      notRun: kept(value.evals, {
        files: "files",
        expected_output: "expected outputs",
        expectations: "expectations",
        assertions: "assertions",
      }),
    };
  },
};
