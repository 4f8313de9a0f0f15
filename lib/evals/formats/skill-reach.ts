import { type EvalFormat, isItem, textOf, textsOf } from "./eval-case.ts";
import { caseList, type ItemForm } from "./item-form.ts";

export const skillReach: EvalFormat = {
  id: "skill-reach",
  label: "queries of skill-reach",
  blank: () => ({ form: "csv", value: [], lists: [caseList([], [], reachForm(true))], isForSkill: false }),
  read(value) {
    const items = isItem(value) && Array.isArray(value.queries) ? value.queries : value;
    const isRow = (each: unknown) =>
      isItem(each) && typeof each.text === "string" && ("kind" in each || "expected_skill" in each);
    if (!Array.isArray(items) || items.length === 0 || !items.every(isRow)) return undefined;
    return { lists: [caseList(items === value ? [] : ["queries"], items, reachForm(isTable(items)))], notRun: [] };
  },
};

function isTable(items: readonly unknown[]): boolean {
  return items.some((each) => isItem(each) && typeof each.acceptable_skills === "string");
}

/** @param isRow whether items are rows of a table, whose cells are texts */
function reachForm(isRow: boolean): ItemForm {
  const accepted = (value: unknown) =>
    typeof value === "string"
      ? value
          .split(",")
          .map((each) => each.trim())
          .filter(Boolean)
      : textsOf(value);
  return {
    id: "id",
    text: ["text"],
    kind: "kind",
    note: "notes",
    known: ["id", "text", "kind", "notes", "expected_skill", "acceptable_skills"],
    fresh: (_, number) => ({ id: `q-${number}`, text: "", kind: "direct" }),
    expects({ expected_skill, kind }) {
      const skill = textOf(expected_skill)?.trim() ?? "";
      if (skill !== "") return { kind: "picks", skill };
      return kind === "out_of_scope" ? { kind: "none" } : { kind: "open" };
    },
    accepts: ({ acceptable_skills }) => accepted(acceptable_skills),
    expecting(item, { expects, accepts }) {
      if (expects.kind === "avoids") return undefined;
      const skill = expects.kind === "picks" ? expects.skill : "";
      return [
        { path: ["expected_skill"], value: skill },
        { path: ["acceptable_skills"], value: isRow ? accepts.join(",") : accepts },
        ...(expects.kind === "none" && item.kind !== "out_of_scope" ? [{ path: ["kind"], value: "out_of_scope" }] : []),
      ];
    },
  };
}
