import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { readAll } from "#lib/run/sandbox/commands/inputs.ts";
import { type BrokenLines, brokenLines, readWords, type Widths } from "./fmt-paragraph.ts";

const forms: OptionForms = {
  letters: "wgsuctp0123456789",
  withValue: "wgp",
  long: { width: "w", goal: "g", "split-only": "s", "uniform-spacing": "u" },
};

/** GNU's fmt: fills the lines of paragraphs, which end where a line is empty or begins elsewhere. @throws OptionError */
export async function fmt(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(args.map(withLetter), forms);
  const refused = ["c", "t", "p"].find((letter) => has(letter));
  if (refused !== undefined) throw new OptionError(`-${refused} is not possible here`);
  const widths = widthsOf(lastOf("w"), lastOf("g"));
  const { read, faults } = await readAll("fmt", words, context);
  const how = { widths, isUniform: has("u"), onlySplits: has("s") };
  const stdout = read.map(({ text }) => filled(text, how)).join("");
  // Its widths are those of bytes.
  return { stdout, stderr: faults, exitCode: faults === "" ? 0 : 1, stdoutKind: "bytes" };
}

/** `-72` as `-w72`. */
function withLetter(arg: string): string {
  return arg.replace(/^-(\d+)$/, "-w$1");
}

/** Lines should be 7 % shorter than they may be, unless the call says so. @throws OptionError */
function widthsOf(width: string | undefined, goal: string | undefined): Widths {
  const wrong = [width, goal].find((each) => each !== undefined && !/^\d+$/.test(each));
  if (wrong !== undefined) throw new OptionError(`invalid width: '${wrong}'`);
  const most = width === undefined ? (goal === undefined ? 75 : Number(goal) + 10) : Number(width);
  if (most > 2500) throw new OptionError(`invalid width: '${most}'`);
  return { most, goal: goal === undefined ? Math.floor((most * 187) / 200) : Number(goal) };
}

interface How {
  readonly widths: Widths;
  readonly isUniform: boolean;
  /** Whether short lines stay as they are. */
  readonly onlySplits: boolean;
}

function filled(text: string, { widths, isUniform, onlySplits }: How): string {
  const lines = text.replace(/\n$/, "").split("\n").map(withBlanks);
  let out = "";
  let before: BrokenLines | undefined;
  for (let at = 0; at < lines.length; ) {
    const indent = indentOf(lines[at] ?? "");
    if (indent === undefined) {
      out += "\n";
      before = undefined;
      at++;
      continue;
    }
    let end = at + 1;
    while (!onlySplits && end < lines.length && indentOf(lines[end] ?? "") === indent) end++;
    const words = readWords(lines.slice(at, end), isUniform);
    before = brokenLines(words, { indent, widths, lastLength: before?.lastLength ?? 0 });
    out += before.text;
    at = end;
  }
  // GNU's indents with tabs where any was read.
  return text === ""
    ? ""
    : text.includes("\t")
      ? out.replaceAll(/^(?: {8})+/gm, (blanks) => "\t".repeat(blanks.length / 8))
      : out;
}

/** Tabs in front of a text as blanks, to columns of eight. */
function withBlanks(line: string): string {
  let column = 0;
  const [blanks = ""] = /^[ \t]*/.exec(line) ?? [];
  for (const sign of blanks) column = sign === "\t" ? (Math.floor(column / 8) + 1) * 8 : column + 1;
  return " ".repeat(column) + line.slice(blanks.length);
}

/** Blanks in front of a line's text; `undefined` for a line without one. */
function indentOf(line: string): number | undefined {
  const at = line.search(/\S/);
  return at < 0 ? undefined : at;
}
