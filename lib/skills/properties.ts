import { type Fields, fieldText } from "./fields.ts";
import { pythonStrip, pythonText } from "./python-text.ts";
import { readFrontmatter } from "./read-frontmatter.ts";
import { standardMessages } from "./standard.ts";

/** A SKILL.md as the standard's reference library (skills-ref) parses it. */
export type StandardSkill =
  | { readonly kind: "parsed"; readonly fields: Fields; readonly body: string }
  /** `message`: the library's own. */
  | { readonly kind: "refused"; readonly message: string };

/** Parses by the standard: frontmatter between the first two `---`, strict YAML, the body stripped. */
export function parseStandard(text: string): StandardSkill {
  const frontmatter = readFrontmatter(text, "next-dashes", { kind: "strict" });
  if (frontmatter.kind === "read") {
    return { kind: "parsed", fields: frontmatter.fields, body: pythonStrip(frontmatter.body) };
  }
  const { problem, detail } = frontmatter;
  return { kind: "refused", message: standardMessages[problem].replace("{detail}", () => detail) };
}

/** What the reference library reads from a skill; absent optional fields and empty metadata are left out. */
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

/** Name and description (both needed) and the optional fields, without validating them any further. */
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
  // `fromEntries` defines own properties, so a key `__proto__` is one like any other.
  const data = value.data ?? Object.fromEntries(value.entries);
  return key === "metadata" ? withTexts(data) : data;
}

/** The library turns what stands in the metadata into text, a list or a map as Python prints it. */
function withTexts(metadata: unknown): unknown {
  return Object.fromEntries(Object.entries(metadata ?? {}).map(([key, value]) => [key, pythonText(value)]));
}

/** All fields as plain data. */
export function plainFields(fields: Fields): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...fields.keys()].map((key) => [key, plainValue(fields, key)]));
}
