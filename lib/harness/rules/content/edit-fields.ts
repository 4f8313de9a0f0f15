/** Edits frontmatter fields as lines of a file, which leaves everything else as a person wrote it. */

const delimiter = /^\s*---\s*$/;

/** Sets a field to a text, in place of its old value, or as the first field below the opening line. */
export function setField(text: string, key: string, value: string): string {
  const lines = text.split("\n");
  const field = findField(lines, key);
  const line = `${key}: ${yamlText(value)}${lines[0]?.endsWith("\r") ? "\r" : ""}`;
  if (field) lines.splice(field.start, field.end - field.start, line);
  else lines.splice(1, 0, line);
  return lines.join("\n");
}

export function removeField(text: string, key: string): string {
  const lines = text.split("\n");
  const field = findField(lines, key);
  if (field) lines.splice(field.start, field.end - field.start);
  return lines.join("\n");
}

interface LineRange {
  readonly start: number;
  readonly end: number;
}

function findField(lines: readonly string[], key: string): LineRange | undefined {
  const close = lines.findIndex((line, index) => index > 0 && delimiter.test(line));
  const start = lines.findIndex(
    (line, index) => index > 0 && (close < 0 || index < close) && keyOf(line)?.toLowerCase() === key,
  );
  return start < 0 ? undefined : { start, end: fieldEnd(lines, start) };
}

/** The line after the field that begins on a line: its continuation is indented, or a list below its key. */
export function fieldEnd(lines: readonly string[], start: number): number {
  let end = start + 1;
  while (end < lines.length && /^(\s+\S|- )/.test(lines[end] ?? "") && !delimiter.test(lines[end] ?? "")) end++;
  return end;
}

/** The key of a field that begins on this line. */
export function keyOf(line: string): string | undefined {
  return /^([\w.-]+)\s*:(?=\s|$)/.exec(line)?.[1];
}

/** Closes frontmatter below the last line that can be a field. */
export function closeFrontmatter(text: string): string {
  const lines = text.split("\n");
  let end = 1;
  while (end < lines.length && keyOf(lines[end] ?? "") !== undefined) end = fieldEnd(lines, end);
  lines.splice(end, 0, lines[0]?.endsWith("\r") ? "---\r" : "---");
  // The closing dashes only count as a whole line that ends with a line break.
  return end === lines.length - 1 ? `${lines.join("\n")}\n` : lines.join("\n");
}

/** A text with frontmatter of these fields in front. */
export function prependFrontmatter(body: string, fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${yamlText(value)}`);
  return `---\n${lines.join("\n")}\n---\n\n${body}`;
}

// A value of this shape is text for every loader here; others are quoted.
const plain = /^[A-Za-z][\w ,.;()/'-]*[\w.)]$/;
const words = /^(true|false|yes|no|on|off|null|y|n)$/i;

/** A value in YAML that every harness reads as this text. */
function yamlText(value: string): string {
  return plain.test(value) && !words.test(value) ? value : quoted(value);
}

export function quoted(value: string): string {
  return `"${value.replace(/[\\"]/g, "\\$&").replace(/\s+/g, " ")}"`;
}

/** A text with this name in its frontmatter, which is added if there is none. */
export function withName(text: string, name: string): string {
  return /^---/.test(text) ? setField(text, "name", name) : prependFrontmatter(text.replace(/^\ufeff/, ""), { name });
}
