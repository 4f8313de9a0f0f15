import { placeholder } from "#lib/harness/vocabulary/template.ts";

/** The values that a text gives to the placeholders of a template, each once; `undefined` when it is no such text. */
export type TemplateReader = (text: string) => Readonly<Record<string, string | undefined>> | undefined;

/**
 * Turns a profile's template round: what it would fill in, it reads out. A part that depends on a value may be there or
 * not. `end`: what follows the text that is read; by default nothing.
 */
export function templateReader(template: string, { end = "$" }: { readonly end?: string } = {}): TemplateReader {
  const pattern = new RegExp(`^${patternOf(withoutBlankParts(template.trim()), new Set())}${end}`);
  const escaped = new Set(Array.from(template.matchAll(/\{(?:xml|apos):([a-z]+)\}/gi), ([, name]) => name));
  return (text) => {
    const values = Object.entries(pattern.exec(text)?.groups ?? {});
    if (values.length === 0) return undefined;
    return Object.fromEntries(
      values.map(([name, value]) => [name, escaped.has(name) ? withoutEntities(value) : value]),
    );
  };
}

/** The text of a template up to its first value, which is how everything that it fills begins. */
export function templateStart(template: string): string {
  return template.trim().split(/\{[#^]?[a-z:]+\}/i, 1)[0] ?? "";
}

/** The words of a template that stand in every text it fills, whatever the values are. */
export function templateWords(template: string): readonly string[] {
  const between = template.trim().replace(placeholder, "\0").split("\0");
  return between.map((words) => words.trim()).filter((words) => words !== "");
}

/** `{description}{#hint} {hint}{/hint}`: with nothing but a blank between, one value cannot be told from the other. */
function withoutBlankParts(template: string): string {
  return template.replace(/(?<=\})\{#([a-z]+)\}\s*\{\1\}\{\/\1\}/gi, "");
}

/** Values that run over lines; any other keeps to its own. */
const long = new Set(["description", "summary", "body", "content"]);
/** Values of which there are several, each in its own line. */
const lists = new Set(["scripts", "references", "files"]);
/** What leads to a path may stand in the text before it as well, but not in the path: `→` of `{description} → {location}`. */
const paths = new Set(["location", "directory"]);

function patternOf(template: string, named: Set<string>): string {
  let pattern = "";
  let end = 0;
  for (const match of template.matchAll(placeholder)) {
    const { mark, part = "", inner = "", name = "" } = match.groups ?? {};
    const before = template.slice(end, match.index);
    pattern += literal(before);
    end = match.index + match[0].length;
    pattern += mark
      ? `(?:${patternOf(inner, named)})${lists.has(part) ? "*" : "?"}`
      : valuePattern(name, named, before);
  }
  return pattern + literal(template.slice(end));
}

function valuePattern(name: string, named: Set<string>, before: string): string {
  const isLed = paths.has(name) && before.trim() !== "";
  const character = long.has(name) ? "[\\s\\S]" : isLed ? `(?:(?!${literal(before)})[^\\n])` : "[^\\n]";
  // The place of a file begins with a word that has a slash in it.
  const begin = name === "location" ? "(?=\\S*\\/)" : "";
  // Names are bounded, or a text of colons and arrows would be tried with every part of it as the name.
  const characters = `${begin}${character}${name === "name" ? "{1,200}?" : "*?"}`;
  if (named.has(name)) return characters;
  named.add(name);
  return `(?<${name}>${characters})`;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

const characters: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#x27": "'", apos: "'", amp: "&" };

function withoutEntities(text: string | undefined): string | undefined {
  return text?.replace(/&(lt|gt|quot|#x27|apos|amp);/g, (entity, name: string) => characters[name] ?? entity);
}
