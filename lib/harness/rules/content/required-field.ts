import { fieldText } from "#lib/skills/fields.ts";
import type { Breach, NoticeText, RequiredField, Ruling, SkillText } from "./content-rule.ts";

/** What a finding about a field that is missing is told with. */
export interface MissingField {
  /** What the harness takes in its place; absent when it takes nothing, or what only the text's body tells. */
  readonly value?: string;
}

/** A harness that tells a blank field from a missing one has a rule `name-text` or `description-text` besides. */
export function findMissing(field: RequiredField, text: SkillText, ruling: Ruling): Breach<MissingField> | undefined {
  const isMissing = text.hasRule(`${field}-text`) ? !text.fields.has(field) : text.textOf(field) === "";
  return isMissing ? breach(field, text, ruling) : undefined;
}

/** A field that is there, and is no text or a blank one. */
export function findBlank(field: RequiredField, text: SkillText, ruling: Ruling): Breach<MissingField> | undefined {
  return text.fields.has(field) && text.textOf(field) === "" ? breach(field, text, ruling) : undefined;
}

function breach(field: RequiredField, { fields, folder }: SkillText, ruling: Ruling): Breach<MissingField> {
  const value = ruling.verdict === "load" ? values[ruling.fallback](folder) : undefined;
  return { line: fields.get(field)?.line ?? 1, values: value === undefined ? {} : { value } };
}

const values = { folder: (folder: string) => folder, empty: () => "", "first-paragraph": () => undefined } as const;

export function missingText(field: RequiredField, { value }: MissingField): NoticeText {
  if (value === undefined) {
    return { title: `The frontmatter lacks a ${field}`, fix: `Add a line ${field}: with a value.` };
  }
  return {
    title: `No ${field} in the frontmatter, so this harness takes ${value || "an empty one"}`,
    fix: `Add a line ${field}: with a value, so that every harness shows the same.`,
  };
}

const maxShown = 80;

/** What a field says, cut where it is long. */
export function shownField(field: RequiredField, { fields }: SkillText): string {
  const text = (fieldText(fields, field) ?? "").trim();
  return `${field} is ${text.length > maxShown ? `${text.slice(0, maxShown)}… (${text.length} characters)` : text}.`;
}
