import { type Files, readText } from "#lib/vfs/files.ts";
import { basename, compareBytes, joinPath } from "#lib/vfs/paths.ts";
import { type Fields, fieldText } from "./fields.ts";
import { parseStandard } from "./properties.ts";
import { isAlphanumeric, pythonLength, pythonStrip, universalNewlines } from "./python-text.ts";
import { standardFileNames } from "./standard.ts";

/** What of the standard a skill breaks, with the place. */
export interface StandardError {
  /** The reference validator's own words. */
  readonly message: string;
  /** The frontmatter's key it is about. */
  readonly field?: string;
}

/**
 * Holds a skill's folder against the open standard (Agent Skills). The messages and their order are those of
 * its reference validator; none means valid.
 */
export function validateSkill(files: Files, directory: string): readonly string[] {
  const stat = files.stat(directory);
  if (!stat) return [`Path does not exist: ${directory}`];
  if (stat.kind !== "folder") return [`Not a directory: ${directory}`];
  const path = findSkillFile(files, directory);
  const text = path && readText(files, path);
  if (text === undefined) return ["Missing required file: SKILL.md"];
  const skill = parseStandard(universalNewlines(text));
  if (skill.kind === "refused") return [skill.message];
  return validateFields(skill.fields, basename(directory)).map(({ message }) => message);
}

/** The path of a skill's file by the standard; `undefined` when the folder holds none. */
export function findSkillFile(files: Files, directory: string): string | undefined {
  return standardFileNames.map((name) => joinPath(directory, name)).find((path) => files.stat(path) !== undefined);
}

/** In code points, by the standard. */
export const maxDescriptionLength = 1024;

const allowedFields = ["allowed-tools", "compatibility", "description", "license", "metadata", "name"];

/** Holds parsed frontmatter against the standard; `folder` is the name of the skill's folder. */
export function validateFields(fields: Fields, folder: string): readonly StandardError[] {
  return [
    ...unexpectedFields(fields),
    ...required(fields, "name", (name) => nameErrors(name, folder)),
    ...required(fields, "description", descriptionErrors),
    ...compatibilityErrors(fields),
  ];
}

function unexpectedFields(fields: Fields): StandardError[] {
  const unexpected = [...fields.keys()].filter((key) => !allowedFields.includes(key)).sort(compareBytes);
  const [field] = unexpected;
  if (field === undefined) return [];
  const allowed = allowedFields.map((name) => `'${name}'`).join(", ");
  return [
    { message: `Unexpected fields in frontmatter: ${unexpected.join(", ")}. Only [${allowed}] are allowed.`, field },
  ];
}

function required(fields: Fields, field: string, check: (text: string) => readonly string[]): StandardError[] {
  if (!fields.has(field)) return [{ message: `Missing required field in frontmatter: ${field}` }];
  const text = fieldText(fields, field) ?? "";
  const messages = pythonStrip(text) ? check(text) : [`Field '${field}' must be a non-empty string`];
  return messages.map((message) => ({ message, field }));
}

function nameErrors(text: string, folder: string): string[] {
  const name = pythonStrip(text).normalize("NFKC");
  const length = pythonLength(name);
  return [
    length > 64 && `Skill name '${name}' exceeds 64 character limit (${length} chars)`,
    name !== name.toLowerCase() && `Skill name '${name}' must be lowercase`,
    (name.startsWith("-") || name.endsWith("-")) && "Skill name cannot start or end with a hyphen",
    name.includes("--") && "Skill name cannot contain consecutive hyphens",
    !isAlphanumeric(name, "-") &&
      `Skill name '${name}' contains invalid characters. Only letters, digits, and hyphens are allowed.`,
    folder.normalize("NFKC") !== name && `Directory name '${folder}' must match skill name '${name}'`,
  ].filter((message) => message !== false);
}

function descriptionErrors(text: string): string[] {
  const length = pythonLength(text);
  if (length <= maxDescriptionLength) return [];
  return [`Description exceeds ${maxDescriptionLength} character limit (${length} chars)`];
}

function compatibilityErrors(fields: Fields): StandardError[] {
  const field = "compatibility";
  if (!fields.has(field)) return [];
  const text = fieldText(fields, field);
  if (text === undefined) return [{ message: "Field 'compatibility' must be a string", field }];
  const length = pythonLength(text);
  return length > 500 ? [{ message: `Compatibility exceeds 500 character limit (${length} chars)`, field }] : [];
}
