export interface TemplateValues {
  readonly [name: string]: string | readonly TemplateValues[];
}

/**
 * Fills a profile's text in one pass, in the notation of Mustache with single braces; a value that looks like a
 * placeholder stays as it is.
 * - `{name}`: the value; `{xml:name}`: with `& < > " '` escaped. A name without a value stays as written.
 * - `{#name}…{/name}`: there when the value is not empty, and once for each of a list, with that one's values.
 * - `{^name}…{/name}`: there when the value is empty.
 */
export function fillTemplate(template: string, values: TemplateValues): string {
  return template.replace(placeholder, (whole, ...found: unknown[]) => {
    const { mark, part = "", inner = "", xml, name = "" } = found.at(-1) as Groups;
    if (mark) return fillSection(mark, valueIn(values, part) ?? "", inner, values);
    const value = valueIn(values, name);
    if (typeof value !== "string") return whole;
    return xml ? escapeXml(value) : value;
  });
}

interface Groups {
  readonly mark?: "#" | "^";
  readonly part?: string;
  readonly inner?: string;
  readonly xml?: string;
  readonly name?: string;
}

const placeholder =
  /\{(?<mark>[#^])(?<part>[a-z]+)\}(?<inner>[\s\S]*?)\{\/\k<part>\}|\{(?<xml>xml:)?(?<name>[a-z]+)\}/gi;

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

/** As Python's `html.escape` does. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
