import { type CaseList, type EvalFormat, isItem, textOf, textsOf, triggered } from "./eval-case.ts";
import { byFlag, caseList, type ItemForm, kept, numbered } from "./item-form.ts";
import { byGrader, otherGraders, type SkillGrader } from "./skill-grader.ts";

const wazaGrader: SkillGrader = {
  type: "skill_invocation",
  required: "required_skills",
  forbidden: "forbidden_skills",
  more: { name: "skill" },
};

function wazaForm(skill: string | undefined): ItemForm {
  const flag = byFlag(["expected", "should_trigger"], skill);
  return {
    id: "id",
    note: "name",
    text: ["inputs", "prompt"],
    known: ["id", "name"],
    fresh: ({ text }, number) => ({ id: numbered(number), name: text.replace(/\s+/g, " ").slice(0, 60) }),
    ...byGrader(wazaGrader, flag),
  };
}

export const waza: EvalFormat = {
  id: "waza",
  label: "an eval of waza",
  blank: (skill) => ({
    form: "yaml",
    value: { name: `${skill} is picked`, skill, config: { trials_per_task: 3 }, metrics: [], tasks: [] },
    lists: [caseList(["tasks"], [], wazaForm(skill))],
    isForSkill: true,
  }),
  read(value, given) {
    if (!isItem(value) || !Array.isArray(value.tasks) || textOf(value.skill) === undefined) return undefined;
    const skill = textOf(value.skill) ?? given;
    const elsewhere = textsOf(value.tasks).length;
    return {
      ...(skill !== undefined && { skill }),
      lists: [caseList(["tasks"], value.tasks, wazaForm(skill))],
      notRun: [
        ...(elsewhere > 0 ? ["Tasks in files of their own are not read with it: add these files, too."] : []),
        ...kept([value], { metrics: "metrics", config: "settings" }),
        ...otherGraders(value.tasks, wazaGrader.type),
      ],
    };
  },
};

export const wazaTask: EvalFormat = {
  id: "waza-task",
  label: "a task of waza",
  read(value, skill) {
    if (!isItem(value) || !isItem(value.inputs) || textOf(value.inputs.prompt) === undefined) return undefined;
    // The file is a single case: it is read as a list of one, with an empty path.
    const list = caseList([], [value], wazaForm(skill));
    const only = list.cases[0];
    return {
      ...(skill !== undefined && { skill }),
      lists: [{ ...list, cases: [only && { ...only, origin: [] }], make: () => undefined }],
      notRun: otherGraders([value], wazaGrader.type),
    };
  },
};

const triggerLists = [
  ["should_trigger_prompts", "picks"],
  ["should_not_trigger_prompts", "avoids"],
] as const;

function triggerList([name, kind]: (typeof triggerLists)[number], items: unknown, skill: string | undefined): CaseList {
  return caseList([name], items, {
    text: ["prompt"],
    kind: "confidence",
    note: "reason",
    known: ["prompt", "confidence", "reason"],
    expects: () => triggered(skill, kind === "picks"),
    expecting: (_, { expects, accepts }) =>
      accepts.length === 0 && expects.kind === kind && expects.skill === skill ? [] : undefined,
  });
}

export const wazaTriggers: EvalFormat = {
  id: "waza-triggers",
  label: "a trigger_tests.yaml of waza",
  blank: (skill) => ({
    form: "yaml",
    value: { skill, should_trigger_prompts: [], should_not_trigger_prompts: [] },
    lists: triggerLists.map((each) => triggerList(each, [], skill)),
    isForSkill: true,
  }),
  read(value, given) {
    if (!isItem(value)) return undefined;
    if (!triggerLists.some(([name]) => Array.isArray(value[name]))) return undefined;
    const skill = textOf(value.skill) ?? given;
    return {
      ...(skill !== undefined && { skill }),
      lists: triggerLists.map((each) => triggerList(each, value[each[0]], skill)),
      notRun: [],
    };
  },
};
