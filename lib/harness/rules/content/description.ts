import type { ContentRule, Draft, Mending } from "./content-rule.ts";
import { setField } from "./edit-fields.ts";
import { findBlank, findMissing, type MissingField, missingText, shownField } from "./required-field.ts";

export const description = {
  code: "description",
  title: "Has a description",
  fault: "no description",
  field: "description",
  find: (text, ruling) => findMissing("description", text, ruling),
  wording: (missing) => missingText("description", missing),
  passed: (text) => shownField("description", text),
  drafts: described,
} as const satisfies ContentRule<MissingField>;

export const descriptionText = {
  code: "description-text",
  title: "The description is a text",
  isOptional: true,
  field: "description",
  find: (text, ruling) => findBlank("description", text, ruling),
  wording: (missing) => missingText("description", missing),
  passed: () => "description is a text that is not empty.",
  drafts: described,
} as const satisfies ContentRule<MissingField>;

function described({ text, body, describe }: Mending): readonly Draft[] {
  return [["Write a description", setField(text, "description", describe(body))]];
}
