import type { Expectation } from "../requests.ts";
import { type EvalFormat, type Item, isItem, listOf, textOf, textsOf, triggered } from "./eval-case.ts";
import { caseList, type ItemForm, kept } from "./item-form.ts";

/** A prompt that consists of a single variable of the test. */
const onlyVariable = /^\s*\{\{\s*(\w+)\s*\}\}\s*$/;

function testForm(variable: string): ItemForm {
  return {
    note: "description",
    text: ["vars", variable],
    known: ["description"],
    expects: ({ assert }) => assertion(assert) ?? { kind: "open" },
    expecting: ({ assert }, { expects, accepts }) => {
      if (accepts.length > 0 || !("skill" in expects)) return undefined;
      const made = { type: expects.kind === "picks" ? "skill-used" : "not-skill-used", value: expects.skill };
      const index = listOf(assert).findIndex(isSkillAssertion);
      if (index < 0) return [{ path: ["assert"], value: [...listOf(assert), made] }];
      return Object.entries(made).map(([key, part]) => ({ path: ["assert", index, key], value: part }));
    },
  };
}

export const promptfoo: EvalFormat = {
  id: "promptfoo",
  label: "tests of promptfoo",
  blank: () => ({
    form: "yaml",
    value: { prompts: ["{{request}}"], providers: [], tests: [] },
    lists: [caseList(["tests"], [], testForm("request"))],
    isForSkill: false,
  }),
  read(value) {
    if (!isItem(value) || !Array.isArray(value.tests) || !Array.isArray(value.prompts)) return undefined;
    const prompts = textsOf(value.prompts);
    const variable = prompts.flatMap((each) => onlyVariable.exec(each)?.[1] ?? [])[0];
    const others = prompts.length - Number(variable !== undefined);
    return {
      lists: [caseList(["tests"], value.tests, testForm(variable ?? ""))],
      notRun: [
        ...(others > 0 || variable === undefined
          ? ["Prompts that are more than one of a test's variables are kept and not run."]
          : []),
        ...kept([value], { providers: "providers" }),
        ...(value.tests.some((each) => isItem(each) && listOf(each.assert).some((one) => !isSkillAssertion(one)))
          ? ["Other assertions are kept and not run."]
          : []),
      ],
    };
  },
};

function isSkillAssertion(value: unknown): value is Item {
  return isItem(value) && (value.type === "skill-used" || value.type === "not-skill-used");
}

function assertion(assert: unknown): Expectation | undefined {
  const found = listOf(assert).find(isSkillAssertion);
  const skill = textOf(found?.value);
  return found && triggered(skill, found.type === "skill-used");
}
