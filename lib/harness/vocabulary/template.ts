import { memoText } from "#lib/memo.ts";

export interface TemplateValues {
  readonly [name: string]: string | readonly TemplateValues[];
}

/**
 * Fills a profile's text in one pass, in the notation of Mustache with single braces; a value that looks like a placeholder stays as it is.
 * - `{name}`: the value; `{xml:name}`: with `& < > " '` escaped, `{apos:name}`: the same with `&apos;`, `{decimal:name}`: with `&#39;`, `{breaks:name}`: without a second empty line; `{colons:name}`: in lower case if it has a colon;
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

/** The parts of a template. Cached: profiles have some hundred templates, and each is filled for thousands of skills. */
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
  /\{(?<mark>[#^])(?<part>[a-z]+)\}(?<inner>[\s\S]*?)\{\/\k<part>\}|\{(?:(?<escaping>xml|apos|decimal|breaks|colons|file):)?(?<name>[a-z]+)\}/gi;

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
  breaks: (text: string) => text.replace(/\n{3,}/g, "\n\n"),
  colons: (text: string) => (text.includes(":") ? text.toLowerCase() : text),
  file: (text: string) => text.replace(/[^A-Za-z0-9._-]/g, "_"),
} as const;
