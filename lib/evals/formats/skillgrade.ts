import { type EvalFormat, isItem, listOf } from "./eval-case.ts";
import { alwaysPicks, caseList, type ItemForm, kept, numbered } from "./item-form.ts";

function taskForm(skill: string | undefined): ItemForm {
  return {
    id: "name",
    text: ["instruction"],
    known: ["name", "instruction"],
    fresh: (_, number) => ({ name: numbered(number), instruction: "", graders: [] }),
    ...alwaysPicks(skill),
  };
}

export const skillgrade: EvalFormat = {
  id: "skillgrade",
  label: "tasks of skillgrade",
  blank: (skill) => ({
    form: "yaml",
    value: { version: "1", tasks: [] },
    lists: [caseList(["tasks"], [], taskForm(skill))],
    isForSkill: true,
  }),
  read(value, skill) {
    const tasks = isItem(value) ? listOf(value.tasks) : [];
    if (!tasks.some((each) => isItem(each) && typeof each.instruction === "string")) return undefined;
    return {
      ...(skill !== undefined && { skill }),
      lists: [caseList(["tasks"], tasks, taskForm(skill))],
      notRun: kept(tasks, { graders: "graders", workspace: "workspaces" }),
    };
  },
};
