import { inspect } from "node-inspect-extracted";

/** `console.table` in Node's layout. @param properties the columns that are wanted; all when absent */
export function tableText(data: object, properties?: readonly string[]): string {
  if (data instanceof Map) {
    const [keys, values] = [[...data.keys()].map(shown), [...data.values()].map(shown)];
    return drawn(["(iteration index)", "Key", "Values"], [keys.map((_, at) => String(at)), keys, values]);
  }
  if (data instanceof Set) {
    const values = [...data].map(shown);
    return drawn(["(iteration index)", "Values"], [values.map((_, at) => String(at)), values]);
  }
  const rows = Object.keys(data);
  const columns = new Map<string, string[]>();
  const single: string[] = [];
  for (const [at, row] of rows.entries()) {
    const item: unknown = (data as Readonly<Record<string, unknown>>)[row];
    if (item === null || (typeof item !== "object" && typeof item !== "function")) single[at] = shown(item);
    else for (const key of properties ?? Object.keys(item)) cellsOf(columns, key)[at] = cell(item, key);
  }
  const named = [...columns];
  if (single.length > 0) named.push(["Values", single]);
  return drawn(["(index)", ...named.map(([name]) => name)], [rows, ...named.map(([, cells]) => cells)]);
}

function cellsOf(columns: Map<string, string[]>, key: string): string[] {
  const cells = columns.get(key) ?? [];
  columns.set(key, cells);
  return cells;
}

function cell(item: object, key: string): string {
  return Object.hasOwn(item, key) ? shown((item as Readonly<Record<string, unknown>>)[key]) : "";
}

function shown(value: unknown): string {
  const isWide = typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 2;
  return inspect(value, { maxArrayLength: 3, breakLength: Number.POSITIVE_INFINITY, depth: isWide ? -1 : 0 });
}

function drawn(head: readonly string[], columns: readonly (readonly string[])[]): string {
  const count = Math.max(0, ...columns.map(({ length }) => length));
  const rows = Array.from({ length: count }, (_, at) => columns.map((column) => column[at] ?? ""));
  const widths = head.map((name, at) => Math.max(widthOf(name), ...rows.map((row) => widthOf(row[at] ?? ""))));
  const line = (left: string, middle: string, right: string) =>
    left + widths.map((width) => "─".repeat(width + 2)).join(middle) + right;
  const row = (cells: readonly string[]) =>
    `│ ${cells.map((text, at) => text + " ".repeat((widths[at] ?? 0) - widthOf(text))).join(" │ ")} │`;
  return [line("┌", "┬", "┐"), row(head), line("├", "┼", "┤"), ...rows.map(row), line("└", "┴", "┘")].join("\n");
}

/** East Asian characters and emoji take two columns. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}]/u;
const none = /[\p{Mn}\p{Me}\p{Cf}]/u;

function widthOf(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one
  const signs = Array.from(text.replace(/\u001b\[[\d;]*m/g, "").normalize("NFC"));
  return signs.reduce((sum, sign) => sum + (none.test(sign) ? 0 : wide.test(sign) ? 2 : 1), 0);
}
