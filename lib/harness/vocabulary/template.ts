import { memoText } from "#lib/memo.ts";
import { dirname, joinPath } from "#lib/vfs/paths.ts";
import type { Skill } from "./skill.ts";

export interface TemplateValues {
  readonly [name: string]: string | readonly TemplateValues[];
}

/**
 * Fills a profile's text in one pass, in the notation of Mustache with single braces; a value that looks like a placeholder stays as it is.
 * - `{name}`: the value; `{xml:name}`: with `& < > " '` escaped, `{apos:name}`: the same with `&apos;`, `{decimal:name}`: with `&#39;`;
 *   `{file:name}`: with `_` for all but ASCII letters, digits and `. _ -`. A name without a value stays as written.
 * - `{#name}…{/name}`: present if the value is not empty; for a list, once for each element, with that element's values.
 * - `{^name}…{/name}`: present if the value is empty.
 */
export function fillTemplate(template: string, values: TemplateValues): string {
  let text = "";
  for (const part of partsOf(template)) text += typeof part === "string" ? part : fillPart(part, values);
  return text;
}

/** A placeholder in a template; `whole` is its source text. */
interface Placeholder {
  readonly whole: string;
  readonly mark?: "#" | "^";
  readonly part?: string;
  readonly inner?: string;
  readonly escaping?: keyof typeof escapes;
  readonly name?: string;
}

/** The parts of a template. Kept: profiles have some hundred, and each is filled for thousands of skills. */
const partsOf = memoText(4000, (template): readonly (string | Placeholder)[] => {
  const parts: (string | Placeholder)[] = [];
  let end = 0;
  for (const { 0: whole, index, groups } of template.matchAll(placeholder)) {
    if (index > end) parts.push(template.slice(end, index));
    parts.push({ ...groups, whole });
    end = index + whole.length;
  }
  if (end < template.length) parts.push(template.slice(end));
  return parts;
});

function fillPart(
  { whole, mark, part = "", inner = "", escaping, name = "" }: Placeholder,
  values: TemplateValues,
): string {
  if (mark) return fillSection(mark, valueIn(values, part) ?? "", inner, values);
  const value = valueIn(values, name);
  if (typeof value !== "string") return whole;
  return escaping ? escapes[escaping](value) : value;
}

/** A placeholder in a profile's text, or a part that depends on a value. */
export const placeholder =
  /\{(?<mark>[#^])(?<part>[a-z]+)\}(?<inner>[\s\S]*?)\{\/\k<part>\}|\{(?:(?<escaping>xml|apos|decimal|file):)?(?<name>[a-z]+)\}/gi;

function fillSection(mark: "#" | "^", value: TemplateValues[string], inner: string, values: TemplateValues): string {
  if (mark === "^" || value.length === 0)
    return (mark === "^") === (value.length === 0) ? fillTemplate(inner, values) : "";
  if (typeof value === "string") return fillTemplate(inner, values);
  return value.map((each) => fillTemplate(inner, { ...values, ...each })).join("");
}

function valueIn(values: TemplateValues, name: string): TemplateValues[string] | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** Escapes like Python's `html.escape`. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const escapes = {
  xml: escapeXml,
  apos: (text: string) => escapeXml(text).replaceAll("&#x27;", "&apos;"),
  decimal: (text: string) => escapeXml(text).replaceAll("&#x27;", "&#39;"),
  file: (text: string) => text.replace(/[^A-Za-z0-9._-]/g, "_"),
} as const;

/** The values of a skill for a profile's text. Values that the harness does not store are empty. */
export function skillValues(skill: Skill): TemplateValues {
  const { name, description, location, directory } = skill;
  return {
    name,
    label: skill.label?.isTold ? skill.label.name : "",
    description,
    whenToUse: skill.whenToUse ?? "",
    below: skill.below && skill.below.qualifies === undefined ? skill.below.folder : "",
    belowRoot: skill.below ? skill.root.replace(/^\.\//, "") : "",
    scope: skill.below?.qualifies === undefined ? "" : skill.below.folder,
    unscoped: skill.below?.qualifies ?? "",
    location: skill.printedLocation ?? location,
    directory: skill.printedDirectory ?? directory,
    level: skill.level ?? "",
    ownFolder: skill.singleFile ? "" : (skill.printedDirectory ?? directory),
    // A plugin's skills are in subfolders of its folder `skills`.
    pluginFolder: skill.namespace === undefined ? "" : dirname(dirname(directory)),
    hint: skill.argumentHint ?? "",
    body: skill.body ?? "",
    ...resourceValues(skill),
  };
}

/**
 * `scripts`, `references`: a list with the `path` of each; `scriptCount`, `referenceCount`: empty for none, with `scriptPlural`,
 * `referencePlural`: `s` unless it is one; `bothCounts`, `resources`, `countable`: not empty if there are any.
 */
function resourceValues({ directory, resources }: Skill): TemplateValues {
  const { scripts, references, assets } = resources ?? noResources;
  const isAny = (...lists: readonly (readonly string[])[]) => (lists.some(({ length }) => length > 0) ? "yes" : "");
  return {
    scripts: scripts.map((file) => ({ path: joinPath(directory, "scripts", file) })),
    references: references.map((file) => ({ path: joinPath(directory, "references", file) })),
    scriptCount: countText(scripts),
    referenceCount: countText(references),
    scriptPlural: scripts.length === 1 ? "" : "s",
    referencePlural: references.length === 1 ? "" : "s",
    bothCounts: isAny(scripts) && isAny(references),
    countable: isAny(scripts, references),
    resources: isAny(scripts, references, assets),
  };
}

const noResources = { scripts: [], references: [], assets: [] };

function countText({ length }: readonly string[]): string {
  return length === 0 ? "" : String(length);
}
