import { placeholder } from "#lib/harness/vocabulary/template.ts";

/**
 * The values that a text gives to a template's placeholders, each once; `undefined` when the text does not fit the
 * template.
 */
export type TemplateReader = (text: string) => Readonly<Record<string, string | undefined>> | undefined;

/**
 * Inverts a profile's template: reads the values out of a text that the template could have filled. A part that depends
 * on a value may be absent. `end`: the pattern that follows the text; by default its end.
 */
export function templateReader(template: string, { end = "$" }: { readonly end?: string } = {}): TemplateReader {
  const pattern = new RegExp(`^${patternOf(withoutBlankParts(template.trim()), new Map())}${end}`);
  const escaped = new Set(Array.from(template.matchAll(/\{(?:xml|apos|decimal):([a-z]+)\}/gi), ([, name]) => name));
  return (text) => {
    const groups = Object.entries(pattern.exec(text)?.groups ?? {});
    if (groups.length === 0) return undefined;
    const values: Record<string, string | undefined> = {};
    for (const [group, value] of groups) {
      const name = group.replace(/\$+$/, "");
      values[name] ??= escaped.has(name) ? withoutEntities(value) : value;
    }
    return values;
  };
}

/** The text of a template before its first placeholder: every text that it fills begins with this. */
export function templateStart(template: string): string {
  return template.trim().split(/\{[#^]?[a-z:]+\}/i, 1)[0] ?? "";
}

/** The literal parts of a template, which occur in every text that it fills. */
export function templateWords(template: string): readonly string[] {
  const between = template.trim().replace(placeholder, "\0").split("\0");
  return between.map((words) => words.trim()).filter((words) => words !== "");
}

/** `{description}{#hint} {hint}{/hint}`: with only a blank between them, the two values cannot be told apart. */
function withoutBlankParts(template: string): string {
  return template.replace(/(?<=\{[a-z:]+\})\{#([a-z]+)\}\s*\{\1\}\{\/\1\}/gi, "");
}

/** Values that may contain line breaks; any other value is one line. */
const long = new Set(["description", "summary", "body", "content", "tree", "rest"]);
/** Values that are lists, one item a line. */
const lists = new Set(["scripts", "references", "files"]);
/**
 * Values that are paths. The text before a path, such as `→` in `{description} → {location}`, may occur in the value
 * before it but not in the path.
 */
const paths = new Set(["location", "directory", "ownFolder"]);

/** @param named how many groups there are before, by the value's name: of two parts, a text has only one */
function patternOf(template: string, named: Map<string, number>): string {
  let pattern = "";
  let end = 0;
  for (const match of template.matchAll(placeholder)) {
    const { mark, part = "", inner = "", name = "" } = match.groups ?? {};
    const before = template.slice(end, match.index);
    if (mark === "^" && before === "" && pattern.endsWith(")?")) {
      // What stands in place of the part before, where that is absent.
      pattern = `${pattern.slice(0, -")?".length)}|${patternOf(inner, named)})?`;
    } else {
      pattern += literal(before);
      pattern += mark
        ? `(?:${patternOf(inner, named)})${lists.has(part) ? "*" : "?"}`
        : valuePattern(name, named, before);
    }
    end = match.index + match[0].length;
  }
  return pattern + literal(template.slice(end));
}

function valuePattern(name: string, named: Map<string, number>, before: string): string {
  const isLed = paths.has(name) && before.trim() !== "";
  const character = long.has(name) ? "[\\s\\S]" : isLed ? `(?:(?!${literal(before)})[^\\n])` : "[^\\n]";
  // A file's location begins with a word that contains a slash.
  const begin = name === "location" ? "(?=\\S*\\/)" : "";
  // Names have a bounded length, or every part of a text of colons and arrows would be tried as the name.
  const characters = `${begin}${character}${name === "name" ? "{1,200}?" : "*?"}`;
  const groups = named.get(name) ?? 0;
  named.set(name, groups + 1);
  return `(?<${name}${"$".repeat(groups)}>${characters})`;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

const characters: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  "#x27": "'",
  "#39": "'",
  apos: "'",
  amp: "&",
};

function withoutEntities(text: string | undefined): string | undefined {
  return text?.replace(/&(lt|gt|quot|#x27|#39|apos|amp);/g, (entity, name: string) => characters[name] ?? entity);
}
