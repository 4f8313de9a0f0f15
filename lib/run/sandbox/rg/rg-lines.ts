import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import { matchesIn, type Pattern } from "#lib/run/sandbox/patterns/pattern.ts";
import { numberOf, type RgCall } from "./rg-call.ts";
import { bytesIn, type Searched } from "./rg-search.ts";

interface Printing extends RgCall {
  /** Whether the file's name stands before what is found in it. */
  readonly isNamed: boolean;
}

/** What ripgrep prints of files that it has searched. */
export function printed(found: readonly Searched[], pattern: Pattern, call: Printing): string {
  const hasHeading = call.isNamed && call.last("heading", "no-heading") === "heading" && !call.has("vimgrep");
  const isWhole = call.has("l", "files-without-match", "c", "count-matches");
  if (isWhole) return found.map((each) => wholeText(each, call)).join("");
  const texts = found
    .filter((each) => each.isSelected || call.has("passthru"))
    .map((each) => {
      if (each.binaryAt !== undefined) return binaryText(each, call);
      if (hasHeading) return `${each.name}\n${linesText(each, pattern, { ...call, isNamed: false })}`;
      return linesText(each, pattern, call);
    });
  return texts.join(hasHeading ? "\n" : separatorOf(call));
}

/** What stands between lines that do not follow one another. */
function separatorOf(call: RgCall): string {
  if ((call.before === 0 && call.after === 0) || call.has("no-context-separator")) return "";
  return `${call.lastOf("6") ?? "--"}\n`;
}

/** What is printed of a whole file: its name, or how much of it is selected. */
function wholeText({ name, selected, isSelected }: Searched, call: Printing): string {
  if (call.has("l", "files-without-match"))
    return isSelected === call.has("l") ? name + (call.has("0") ? "\0" : "\n") : "";
  if (!isSelected && !call.has("include-zero")) return "";
  const matches = [...selected.values()].map(({ length }) => length);
  const isOfMatches = call.has("count-matches", "o") && !call.has("v");
  // Of a match of several lines the first counts.
  const lines = call.has("v") ? matches : matches.filter((count) => count > 0);
  const count = isOfMatches ? matches.reduce((sum, each) => sum + each, 0) : lines.length;
  return `${call.isNamed ? name + (call.has("0") ? "\0" : ":") : ""}${count}\n`;
}

function binaryText({ name, binaryAt }: Searched, call: Printing): string {
  return `${call.isNamed ? `${name}: ` : ""}binary file matches (found "\\0" byte around offset ${binaryAt})\n`;
}

/** A line to print, or a part of it. */
interface Shown {
  readonly at: number;
  readonly text: string;
  readonly sign: ":" | "-";
  /** Where the first match in it begins, in characters. */
  readonly column?: number | undefined;
}

function linesText(file: Searched, pattern: Pattern, call: Printing): string {
  const { lines, selected } = file;
  const replacing = call.lastOf("r");
  const changed = (text: string) => (replacing === undefined ? text : replacedIn(text, pattern, replacing));
  const isOfParts = call.has("o") && !call.has("v");

  function shownOf(at: number): readonly Shown[] {
    const { text = "" } = lines[at] ?? {};
    const matches = selected.get(at);
    if (!matches) return [{ at, text, sign: "-" }];
    if (isOfParts)
      return matches.flatMap(({ 0: part, index: column }) =>
        changed(part)
          .split("\n")
          .map((each, next) => ({ at: at + next, text: each, sign: ":", column }) as const)
          .filter((each, _, { length }) => each.text !== "" || length === 1),
      );
    const isInLine = replacing === undefined || call.has("v") || matches.length > 0;
    if (!isInLine) throw new OptionError("--replace of several lines at once is not possible here");
    const line = { at, text: call.has("v") ? text : changed(text), sign: ":", column: matches[0]?.index } as const;
    return call.has("vimgrep") ? matches.map(({ index: column }) => ({ ...line, column })) : [line];
  }

  const shown = new Set<number>(call.has("passthru") ? lines.keys() : []);
  for (const at of selected.keys())
    for (let each = at - call.before; each <= at + call.after; each++) if (lines[each]) shown.add(each);
  const ordered = [...shown].sort((a, b) => a - b);
  const texts = ordered.map((at, index) => {
    const isApart = index > 0 && ordered[index - 1] !== at - 1;
    const text = shownOf(at).map((each) => lineText(each, file, { ...call, isOfParts }));
    return (isApart ? separatorOf(call) : "") + text.join("");
  });
  return texts.join("");
}

function lineText(shown: Shown, file: Searched, call: Printing & { readonly isOfParts: boolean }): string {
  const { text, sign } = shown;
  const isNull = call.isNamed && call.has("0");
  const parts = [...(call.isNamed && !isNull ? [file.name] : []), ...placesOf(shown, file, call)];
  const head = (isNull ? `${file.name}\0` : "") + parts.map((part) => `${part}${sign}`).join("");
  const widest = numberOf(call.lastOf("M") ?? "") || Number.POSITIVE_INFINITY;
  if (bytesIn(text) > widest) return `${head}[Omitted long ${sign === ":" ? "matching" : "context"} line]\n`;
  return `${head}${call.has("trim") ? text.trimStart() : text}\n`;
}

/** The numbers before a line that are asked for: of the line, of the column, of the byte. */
function placesOf({ at, column = 0, sign }: Shown, file: Searched, call: RgCall & { readonly isOfParts: boolean }) {
  const { from = 0, text = "" } = file.lines[at] ?? {};
  const hasNumbers = (call.last("n", "N", "column", "vimgrep") ?? "N") !== "N";
  return [
    ...(hasNumbers ? [at + 1] : []),
    ...(call.has("column", "vimgrep") && sign === ":" ? [bytesIn(text.slice(0, column)) + 1] : []),
    ...(call.has("b") ? [bytesIn(file.text.slice(0, from + (call.isOfParts ? column : 0)))] : []),
  ];
}

/** Puts another text in place of what matches: `$1`, `$name` and `${name}` stand for groups, and for nothing where there is no such group. */
function replacedIn(text: string, pattern: Pattern, replacing: string): string {
  let changed = "";
  let from = 0;
  for (const found of matchesIn(text, pattern)) {
    const own = replacing.replace(/\$(?:\$|\{(\w+)\}|(\w+))/g, (_, inBraces?: string, plain?: string) => {
      const name = inBraces ?? plain;
      if (name === undefined) return "$";
      return (/^\d+$/.test(name) ? found[Number(name)] : found.groups?.[name]) ?? "";
    });
    changed += text.slice(from, found.index) + own;
    from = found.index + found[0].length;
  }
  return changed + text.slice(from);
}
