import { type FieldValue, fieldText } from "#lib/skills/frontmatter.ts";
import {
  type Breach,
  type ContentRule,
  type Draft,
  type Mending,
  type NoticeText,
  type NoValues,
  noValues,
  type RequiredField,
  type Ruling,
  type SkillText,
} from "./content-rule.ts";
import { setField } from "./edit-fields.ts";

function named({ text, freeName }: Mending): readonly Draft[] {
  return [[`Name it ${freeName}`, setField(text, "name", freeName)]];
}

function described({ text, body, describe }: Mending): readonly Draft[] {
  return [["Write a description", setField(text, "description", describe(body))]];
}

export const name = needed("name", named);
export const description = needed("description", described);
export const nameText = notBlank("name", named);
export const descriptionText = notBlank("description", described);

function needed<Field extends RequiredField>(field: Field, drafts: (mending: Mending) => readonly Draft[]) {
  return {
    code: field,
    title: `Has a ${field}`,
    fault: `no ${field}`,
    field,
    find: (text, ruling) => findMissing(field, text, ruling),
    wording: (missing: MissingField) => missingText(field, missing),
    passed: (text) => shownField(field, text),
    drafts,
  } satisfies ContentRule<MissingField>;
}

/** For harnesses that treat an empty value, `false` and `0` as no name, and any other value that is not text as an error. */
export const nameType = {
  code: "name-type",
  title: "The name is plain text",
  isOptional: true,
  field: "name",
  find(text) {
    const field = text.fields.get("name");
    const isText = !field || field.value.kind === "text" || field.value.kind === "null" || isNothing(field.value);
    return isText ? undefined : { line: field.line, values: noValues };
  },
  wording: () => ({ title: "The name is not text", fix: "Put it in quotes." }),
  passed: () => "The name is text, or missing.",
  drafts: named,
} as const satisfies ContentRule<NoValues>;

function isNothing(value: FieldValue): boolean {
  return value.kind === "other" && ["false", "0", "NaN"].includes(value.text);
}

/** The rule on a field that is present but blank, for harnesses with a message of their own for it. */
function notBlank<Field extends RequiredField>(field: Field, drafts: (mending: Mending) => readonly Draft[]) {
  return {
    code: `${field}-text` as const,
    title: `The ${field} is a text`,
    isOptional: true,
    field,
    find: (text, ruling) => findBlank(field, text, ruling),
    wording: (missing: MissingField) => missingText(field, missing),
    passed: () => `${field} is text and not empty.`,
    drafts,
  } satisfies ContentRule<MissingField>;
}

/** Values of a finding about a missing field. */
export interface MissingField {
  /** What the harness uses instead; absent if it uses nothing, or a value that depends on the body. */
  readonly value?: string;
}

/** A harness that distinguishes a blank field from a missing one also has a rule `name-text` or `description-text`. */
function findMissing(field: RequiredField, text: SkillText, ruling: Ruling): Breach<MissingField> | undefined {
  const isMissing = text.hasRule(`${field}-text`) ? !text.fields.has(field) : text.textOf(field) === "";
  return isMissing ? breach(field, text, ruling) : undefined;
}

/** Finds a field that is present, but blank or not text. */
function findBlank(field: RequiredField, text: SkillText, ruling: Ruling): Breach<MissingField> | undefined {
  return text.fields.has(field) && text.textOf(field) === "" ? breach(field, text, ruling) : undefined;
}

function breach(field: RequiredField, { fields, folder }: SkillText, ruling: Ruling): Breach<MissingField> {
  const value = ruling.verdict === "reject" ? undefined : values[ruling.fallback](folder);
  return { line: fields.get(field)?.line ?? 1, values: value === undefined ? {} : { value } };
}

const values = { folder: (folder: string) => folder, empty: () => "", "first-line": () => undefined } as const;

function missingText(field: RequiredField, { value }: MissingField): NoticeText {
  if (value === undefined) {
    return { title: `The frontmatter lacks a ${field}`, fix: `Add a line ${field}: with a value.` };
  }
  return {
    title: `No ${field} in the frontmatter, so this harness takes ${value || "an empty one"}`,
    fix: `Add a line ${field}: with a value, so that every harness shows the same.`,
  };
}

const maxShown = 80;

/** The text of a field, cut if it is long. */
function shownField(field: RequiredField, { fields }: SkillText): string {
  const text = (fieldText(fields, field) ?? "").trim();
  return `${field} is ${text.length > maxShown ? `${text.slice(0, maxShown)}… (${text.length} characters)` : text}.`;
}
