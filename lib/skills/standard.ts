import { type Files, readText } from "#lib/vfs/files.ts";
import { basename, compareBytes, joinPath } from "#lib/vfs/paths.ts";
import { type Fields, fieldText } from "./frontmatter.ts";
import { type FrontmatterProblem, readFrontmatter } from "./read-frontmatter.ts";
import { maxFrontmatterLength } from "./split-frontmatter.ts";
import { isAlphanumeric, pythonLength, pythonStrip, pythonText, universalNewlines } from "./text-rules.ts";
import { frontmatterLimits } from "./yaml/parse-yaml.ts";

/** File names of a skill in the standard: `SKILL.md`, else `skill.md`. */
export const standardFileNames = ["SKILL.md", "skill.md"] as const;

/** The messages of the standard's reference library (skills-ref); `{detail}` is the YAML loader's. */
export const standardMessages: Readonly<Record<FrontmatterProblem, string>> = {
  "no-frontmatter": "SKILL.md must start with YAML frontmatter (---)",
  "unclosed-frontmatter": "SKILL.md frontmatter not properly closed with ---",
  "frontmatter-too-long": `Invalid YAML in frontmatter: longer than ${maxFrontmatterLength} characters`,
  "frontmatter-too-complex": `Invalid YAML in frontmatter: more than ${frontmatterLimits.parts} parts`,
  "bad-yaml": "Invalid YAML in frontmatter: {detail}",
  "no-mapping": "SKILL.md frontmatter must be a YAML mapping",
};

/** A violation of the standard, with its place. */
interface StandardError {
  /** The reference validator's own words. */
  readonly message: string;
  /** The frontmatter key that the message is about. */
  readonly field?: string;
}

/**
 * Validates a skill's folder by the open standard (Agent Skills). The messages and their order are those of the reference validator; an
 * empty list means valid.
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

/** In code points, by the standard. */
export const maxNameLength = 64;

/** In code points, by the standard. */
export const maxCompatibilityLength = 500;

/** The fields of the standard. */
export const standardFields: readonly string[] = [
  "allowed-tools",
  "compatibility",
  "description",
  "license",
  "metadata",
  "name",
];

/** Validates parsed frontmatter by the standard; `folder` is the name of the skill's folder. */
export function validateFields(fields: Fields, folder: string): readonly StandardError[] {
  return [
    ...unexpectedFields(fields),
    ...required(fields, "name", (name) => nameErrors(name, folder)),
    ...required(fields, "description", descriptionErrors),
    ...compatibilityErrors(fields),
  ];
}

function unexpectedFields(fields: Fields): StandardError[] {
  const unexpected = [...fields.keys()].filter((key) => !standardFields.includes(key)).sort(compareBytes);
  const [field] = unexpected;
  if (field === undefined) return [];
  const allowed = standardFields.map((name) => `'${name}'`).join(", ");
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
    length > maxNameLength && `Skill name '${name}' exceeds ${maxNameLength} character limit (${length} chars)`,
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
  if (length <= maxCompatibilityLength) return [];
  return [{ message: `Compatibility exceeds ${maxCompatibilityLength} character limit (${length} chars)`, field }];
}

/** A SKILL.md as the standard's reference library (skills-ref) parses it. */
export type StandardSkill =
  | { readonly kind: "parsed"; readonly fields: Fields; readonly body: string }
  /** `message`: in the library's wording. */
  | { readonly kind: "refused"; readonly message: string };

/** Where the standard finds the frontmatter of a file. */
export const standardFence = "next-dashes";

/** Parses by the standard: frontmatter between the first two `---`, strict YAML, the body stripped. */
export function parseStandard(text: string): StandardSkill {
  const frontmatter = readFrontmatter(text, standardFence, { kind: "strict" });
  if (frontmatter.kind === "read") {
    return { kind: "parsed", fields: frontmatter.fields, body: pythonStrip(frontmatter.body) };
  }
  const { problem, detail } = frontmatter;
  return { kind: "refused", message: standardMessages[problem].replace("{detail}", () => detail) };
}

/** The properties that the reference library reads from a skill, without absent optional fields and empty metadata. */
export interface SkillProperties {
  readonly name: string;
  readonly description: string;
  readonly license?: unknown;
  readonly compatibility?: unknown;
  readonly "allowed-tools"?: unknown;
  readonly metadata?: unknown;
}

export type PropertiesResult =
  | { readonly kind: "read"; readonly properties: SkillProperties }
  | { readonly kind: "refused"; readonly message: string };

const requiredFields = ["name", "description"] as const;
const optionalFields = ["license", "compatibility", "allowed-tools", "metadata"] as const;

/** Name and description (both required) and the optional fields, without further validation. */
export function readProperties(skill: StandardSkill): PropertiesResult {
  if (skill.kind === "refused") return skill;
  const { fields } = skill;
  const missing = requiredFields.find((key) => !fields.has(key));
  if (missing) return { kind: "refused", message: `Missing required field in frontmatter: ${missing}` };
  const text = (key: string) => pythonStrip(fieldText(fields, key) ?? "");
  const blank = requiredFields.find((key) => text(key) === "");
  if (blank) return { kind: "refused", message: `Field '${blank}' must be a non-empty string` };
  const given = optionalFields
    .map((key) => [key, plainValue(fields, key)] as const)
    .filter(([key, value]) => value !== undefined && (key !== "metadata" || value !== ""));
  return {
    kind: "read",
    properties: { name: text("name"), description: text("description"), ...Object.fromEntries(given) },
  };
}

/** A field as plain data; `undefined` when it is missing. */
function plainValue(fields: Fields, key: string): unknown {
  const value = fields.get(key)?.value;
  if (value?.kind === "text" || value?.kind === "other") return value.text;
  if (value?.kind === "list") return value.data ?? value.items;
  if (value?.kind !== "map") return undefined;
  // `fromEntries` defines own properties, so a key `__proto__` is a key like any other.
  const data = value.data ?? Object.fromEntries(value.entries);
  return key === "metadata" ? withTexts(data) : data;
}

/** The library converts values in the metadata to text; it prints a list or a map as Python does. */
function withTexts(metadata: unknown): unknown {
  return Object.fromEntries(Object.entries(metadata ?? {}).map(([key, value]) => [key, pythonText(value)]));
}

/** All fields as plain data. */
export function plainFields(fields: Fields): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...fields.keys()].map((key) => [key, plainValue(fields, key)]));
}
