import { type Fields, type FieldsResult, fieldText } from "./fields.ts";
import { splitFrontmatter } from "./frontmatter.ts";
import { maxFrontmatterLength } from "./limits.ts";
import { pythonStrip } from "./python-text.ts";
import { readStrictYaml } from "./yaml-strict.ts";

/** A SKILL.md as the standard's reference library (skills-ref) parses it. */
export type StandardSkill =
  | { readonly kind: "parsed"; readonly fields: Fields; readonly body: string }
  /** `message`: the library's own. `line`: 1-based in the file. */
  | { readonly kind: "refused"; readonly message: string; readonly line: number };

/** Parses by the standard: frontmatter between the first two `---`, strict YAML, the body stripped. */
export function parseStandard(text: string): StandardSkill {
  const split = splitFrontmatter(text, "next-dashes");
  if (split.kind === "absent") return refused("SKILL.md must start with YAML frontmatter (---)");
  if (split.kind === "unclosed") return refused("SKILL.md frontmatter not properly closed with ---");
  const result = readWithin(split.yaml);
  if (result.kind === "bad-yaml") return refused(`Invalid YAML in frontmatter: ${result.message}`, result.line);
  if (result.kind === "no-mapping") return refused("SKILL.md frontmatter must be a YAML mapping");
  return { kind: "parsed", fields: result.fields, body: pythonStrip(split.body) };
}

function readWithin(yaml: string): FieldsResult {
  if (yaml.length <= maxFrontmatterLength) return readStrictYaml(yaml);
  return { kind: "bad-yaml", message: `longer than ${maxFrontmatterLength} characters`, line: 1 };
}

function refused(message: string, line = 1): StandardSkill {
  return { kind: "refused", message, line };
}

/** What the reference library reads from a skill; absent and empty optional fields are left out. */
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
  | { readonly kind: "refused"; readonly message: string; readonly line: number };

/** Name and description (both needed) and the optional fields, without validating them any further. */
export function readProperties(skill: StandardSkill): PropertiesResult {
  if (skill.kind === "refused") return skill;
  const { fields } = skill;
  for (const key of ["name", "description"] as const) {
    if (!fields.has(key)) return { kind: "refused", message: `Missing required field in frontmatter: ${key}`, line: 1 };
  }
  for (const key of ["name", "description"] as const) {
    if (pythonStrip(fieldText(fields, key) ?? "")) continue;
    return { kind: "refused", message: `Field '${key}' must be a non-empty string`, line: fields.get(key)?.line ?? 1 };
  }
  return {
    kind: "read",
    properties: {
      name: pythonStrip(fieldText(fields, "name") ?? ""),
      description: pythonStrip(fieldText(fields, "description") ?? ""),
      ...optionalProperties(fields),
    },
  };
}

function optionalProperties(fields: Fields): Partial<SkillProperties> {
  const keys = ["license", "compatibility", "allowed-tools", "metadata"] as const;
  const present = keys.map((key) => [key, plainValue(fields, key)] as const).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.filter(([key, value]) => key !== "metadata" || value !== ""));
}

/** A field as plain data; `undefined` when it is missing. A map has its keys as own properties only. */
export function plainValue(fields: Fields, key: string): unknown {
  const value = fields.get(key)?.value;
  if (!value) return undefined;
  if (value.kind === "text") return value.text;
  if (value.kind === "list") return value.items;
  return value.kind === "map" ? Object.fromEntries(value.entries) : null;
}
