export type TemplateValues = Readonly<Record<string, string>>;

/** Fills `{name}` and `{xml:name}` in one pass: a value that looks like a placeholder stays as it is. */
export function fillTemplate(template: string, values: TemplateValues): string {
  return template.replace(/\{(xml:)?([a-z]+)\}/gi, (placeholder, isXml: string | undefined, name: string) => {
    if (!Object.hasOwn(values, name)) return placeholder;
    const value = values[name] ?? "";
    return isXml ? escapeXml(value) : value;
  });
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
