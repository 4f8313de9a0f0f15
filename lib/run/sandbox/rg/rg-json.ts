import { bytesIn, type Searched } from "./rg-search.ts";

/** What `--json` prints of a file, a line for each event; nothing where nothing is found. */
export function jsonOf(found: Searched): string {
  if (!found.isSelected) return "";
  const { name, text, lines, selected } = found;
  const path = { text: name };
  const matches = [...selected].map(([at, matched]) => {
    const { text: line = "", from = 0 } = lines[at] ?? {};
    const submatches = matched.map(({ 0: part, index }) => {
      const start = bytesIn(line.slice(0, index));
      return { match: { text: part }, start, end: start + bytesIn(part) };
    });
    const end = text.slice(from + line.length, from + line.length + 1);
    const place = { line_number: at + 1, absolute_offset: bytesIn(text.slice(0, from)) };
    return { type: "match", data: { path, lines: { text: line + end }, ...place, submatches } };
  });
  const events = [
    { type: "begin", data: { path } },
    ...matches,
    { type: "end", data: { path, binary_offset: null, stats: statsOf([found]) } },
  ];
  return events.map((event) => `${JSON.stringify(event)}\n`).join("");
}

/** The last line of `--json`. */
export function jsonSummary(found: readonly Searched[]): string {
  return `${JSON.stringify({ data: { elapsed_total: noTime, stats: statsOf(found) }, type: "summary" })}\n`;
}

/** No time is told: it would be another one in each run. */
const noTime = { secs: 0, nanos: 0, human: "0.000000s" };

function statsOf(found: readonly Searched[]) {
  const lines = found.map(({ selected }) => [...selected.values()]);
  return {
    elapsed: noTime,
    searches: found.length,
    searches_with_match: found.filter(({ isSelected }) => isSelected).length,
    bytes_searched: found.reduce((sum, { text }) => sum + bytesIn(text), 0),
    bytes_printed: 0,
    matched_lines: lines.reduce((sum, { length }) => sum + length, 0),
    matches: lines.flat().reduce((sum, { length }) => sum + length, 0),
  };
}
