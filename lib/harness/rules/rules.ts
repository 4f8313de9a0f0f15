import type { placeRules } from "#lib/harness/rules/place/place-rules.ts";
import type { Rule } from "#lib/harness/rules/types/rule.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { contentAsRules } from "./content-as-rules.ts";
import { fileTaken } from "./file-taken.ts";
import { folderTaken } from "./folder-taken.ts";
import { nameDiffers } from "./name-differs.ts";
import { nameTaken } from "./name-taken.ts";
import { nameWithPlugin } from "./name-with-plugin.ts";
import { budget } from "./offer/budget.ts";
import { byModel } from "./offer/by-model.ts";
import { byPerson } from "./offer/by-person.ts";
import { catalog } from "./offer/catalog.ts";
import { feature } from "./offer/feature.ts";
import { paths } from "./offer/paths.ts";
import { startup } from "./offer/startup.ts";
import { state } from "./offer/state.ts";
import { placeAsRules } from "./place-as-rules.ts";
import { plainName } from "./plain-name.ts";
import { rootFolder } from "./root-folder.ts";
import { standard } from "./standard.ts";

/** Every rule that can exclude a SKILL.md, or keep it from the model, in the order in which harnesses test them. */
const table = [
  ...placeAsRules,
  rootFolder,
  fileTaken,
  folderTaken,
  ...contentAsRules,
  plainName,
  nameWithPlugin,
  nameDiffers,
  standard,
  nameTaken,
  startup,
  feature,
  state,
  paths,
  catalog,
  budget,
  byModel,
  byPerson,
] as const;

export type RuleCode = (typeof table)[number]["code"];

/** The codes of the findings for which rules have wording. */
export type WordedByRule = CodesOf<(typeof table)[number] | (typeof placeRules)[number]>;

type CodesOf<Each> = Each extends { readonly wordings: infer Own } ? keyof Own : never;

export const rules: readonly (Rule & { readonly code: RuleCode })[] = table;

/** The rule that a finding is about; `undefined` if it is about none. */
export function ruleOf(notice: Notice): Rule | undefined {
  return rules.find(({ code, wordings = {}, isToldBy }) =>
    isToldBy ? isToldBy(notice) : code === notice.code || Object.hasOwn(wordings, notice.code),
  );
}
