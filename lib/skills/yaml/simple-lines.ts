import type { Field, Fields, FieldValue } from "../frontmatter.ts";

/**
 * Reads lines `key: value` as Qwen Code does if a frontmatter is no valid YAML: a value is a text, a number or a bool; lines below it that
 * begin with two blanks are a list (`- item`) or a map. Everything else is ignored. Never reports a problem.
 */
export function readSimpleLines(yaml: string): Fields {
  const fields = new Map<string, Field>();
  const lines = [...yaml.split("\n").entries()].filter(([, line]) => line.trim() !== "" && !/^\s*#/.test(line));
  for (let at = 0; at < lines.length; at++) {
    const [index, line] = lines[at] ?? [0, ""];
    const colon = line.indexOf(":");
    if (colon < 0) continue;
    const value = line.slice(colon + 1).trim();
    const below = value === "" ? linesBelow(lines, at + 1) : [];
    at += below.length;
    if (value === "" && below.length === 0) continue;
    const read = value === "" ? valueBelow(below) : plainValue(value);
    fields.set(line.slice(0, colon).trim(), { value: read, line: index + 1 });
  }
  return fields;
}

/** The items of a list, or the entries of a map, without their leading blanks. */
function linesBelow(lines: readonly (readonly [index: number, line: string])[], from: number): readonly string[] {
  const start = lines[from]?.[1].startsWith("  - ") ? "  - " : "  ";
  let end = from;
  while (lines[end]?.[1].startsWith(start)) end++;
  return lines.slice(from, end).map(([, line]) => line.slice(2).trim());
}

function valueBelow(lines: readonly string[]): FieldValue {
  if (lines[0]?.startsWith("- ")) return { kind: "list", items: lines.map((line) => printed(line.slice(2).trim())) };
  const entries = lines.map((line) => {
    const colon = line.indexOf(":");
    const end = colon < 0 ? line.length : colon;
    return [line.slice(0, end).trim(), printed(line.slice(end + 1).trim())] as const;
  });
  return { kind: "map", entries: new Map(entries) };
}

function printed(written: string): string {
  const value = plainValue(written);
  return value.kind === "text" || value.kind === "other" ? value.text : "";
}

function plainValue(written: string): FieldValue {
  if (written === "true" || written === "false") return { kind: "other", type: "bool", text: written };
  if (written === "null") return { kind: "null" };
  if (/^".*"$/s.test(written) && written.length >= 2) {
    return { kind: "text", text: written.slice(1, -1).replaceAll('\\"', '"').replaceAll("\\\\", "\\") };
  }
  const number = Number(written);
  if (written === "" || !Number.isFinite(number)) return { kind: "text", text: written };
  return { kind: "other", type: Number.isInteger(number) ? "int" : "float", text: String(number) };
}
