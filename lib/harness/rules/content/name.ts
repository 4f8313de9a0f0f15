import type { ContentRule, Draft, Mending } from "./content-rule.ts";
import { setField } from "./edit-fields.ts";
import { findBlank, findMissing, type MissingField, missingText, shownField } from "./required-field.ts";

export const name = {
  code: "name",
  title: "Has a name",
  fault: "no name",
  field: "name",
  find: (text, ruling) => findMissing("name", text, ruling),
  wording: (missing) => missingText("name", missing),
  passed: (text) => shownField("name", text),
  drafts: named,
} as const satisfies ContentRule<MissingField>;

export const nameText = {
  code: "name-text",
  title: "The name is a text",
  isOptional: true,
  field: "name",
  find: (text, ruling) => findBlank("name", text, ruling),
  wording: (missing) => missingText("name", missing),
  passed: () => "name is a text that is not empty.",
  drafts: named,
} as const satisfies ContentRule<MissingField>;

function named({ text, freeName }: Mending): readonly Draft[] {
  return [[`Name it ${freeName}`, setField(text, "name", freeName)]];
}
