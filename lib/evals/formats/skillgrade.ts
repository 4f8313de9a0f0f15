import { type EvalFormat, isItem, listOf } from "./eval-case.ts";
import { alwaysPicks, caseList, kept } from "./item-form.ts";

export const skillgrade: EvalFormat = {
  label: "tasks of skillgrade",
  read(value, skill) {
    const tasks = isItem(value) ? listOf(value.tasks) : [];
    if (!tasks.some((each) => isItem(each) && typeof each.instruction === "string")) return undefined;
    const form = { id: "name", text: ["instruction"], known: ["name", "instruction"], ...alwaysPicks(skill) };
    return {
      ...(skill !== undefined && { skill }),
      lists: [caseList(["tasks"], tasks, form)],
      notRun: kept(tasks, { graders: "graders", workspace: "workspaces" }),
    };
  },
};
