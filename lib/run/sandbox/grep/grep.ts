import { type CustomCommand, defineCommand } from "just-bash/browser";
import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import { takenOf } from "#lib/run/sandbox/commands/inputs.ts";
import { escapedBytes, escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import type { ShellOutputs } from "#lib/run/sandbox/outputs/shell-outputs.ts";
import { PatternError } from "#lib/run/sandbox/patterns/posix-source.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { linesOf } from "#lib/run/sandbox/sed/sed-input.ts";
import { isOneFile, resolve } from "#lib/run/sandbox/shell-files.ts";
import { RunFileError } from "#lib/run/sandbox/tree-nodes.ts";
import { type GrepCall, readGrepCall } from "./grep-call.ts";
import { filesOf, type GrepFile } from "./grep-files.ts";
import { type GrepPatterns, grepPatterns } from "./grep-patterns.ts";

/**
 * GNU grep 3.8 over the run's files, with `egrep` and `fgrep`, instead of the shell's own, which reads another syntax and has no
 * lookbehind. Files of a folder come in the order of their names.
 */
export function grep(tree: RunTree, outputs: Pick<ShellOutputs, "files">): readonly CustomCommand[] {
  const names = { grep: [], egrep: ["-E"], fgrep: ["-F"] } as const;
  return Object.entries(names).map(([name, first]) =>
    defineCommand(name, async (args, context) => {
      const { cwd } = context;
      const stdin = () => fromLatin1(context.stdin as unknown as string);
      try {
        const readFile = (path: string) => escapedText(path === "-" ? stdin() : tree.read(resolve(cwd, path)));
        const call = readGrepCall([...first, ...args], readFile);
        return grepOver({ tree, cwd, stdin, files: outputs.files }, call);
      } catch (caught) {
        if (!isRefusal(caught)) throw caught;
        return { stdout: "", stderr: `grep: ${caught.message}\n`, exitCode: 2 };
      }
    }),
  );
}

function isRefusal(caught: unknown): caught is Error {
  return caught instanceof OptionError || caught instanceof PatternError || caught instanceof RunFileError;
}

/** Bytes that grep reads at once. */
const blockSize = 98_304;

interface Start extends Pick<ShellOutputs, "files"> {
  readonly tree: RunTree;
  readonly cwd: string;
  stdin(): Uint8Array;
}

function grepOver({ tree, cwd, stdin, files: { in: input, out } }: Start, call: GrepCall) {
  const patterns = grepPatterns(call.patterns, call);
  const named = call.paths.length > 0 ? call.paths : [call.recursive ? "" : "-"];
  const isNamed = showsNames(call, named.length > 1 || (call.recursive && isFolder(tree, cwd, named[0])));
  const printed: Found[] = [];
  const faults: string[] = [];
  let taken = {};
  const isFound = () => printed.some(({ isSelected }) => isSelected);

  function search({ path, name: shown }: GrepFile): void {
    if (printsLines(call) && isOneFile(tree, path || input, out))
      return void faults.push(`${shown}: input file is also the output`);
    const bytes = path === "" ? stdin() : tree.read(path);
    const found = grepFile(bytes, patterns, { ...call, name: isNamed ? shown : undefined, shown });
    printed.push(found);
    if (path === "") leave(bytes.length, found.unread);
  }

  /** With -m, a file is left behind the last line that was found; otherwise behind the blocks that were read. */
  function leave(length: number, unread: number): void {
    const read = length - unread;
    if (Number.isFinite(call.most)) taken = takenOf(read, 65_536);
    else taken = takenOf(Math.min(length, Math.ceil(read / blockSize) * blockSize), 1);
  }

  for (const name of named) {
    try {
      for (const file of meantBy(tree, cwd, name, call)) search(file);
    } catch (caught) {
      faults.push(...faultOf(caught, name, call));
    }
    if (call.has("q") && isFound()) break;
  }
  return { ...ended(printed, faults, call), ...taken };
}

/** The files of a name, which is empty by itself only for the working folder. */
function meantBy(tree: RunTree, cwd: string, name: string, call: GrepCall): readonly GrepFile[] {
  if (name === "" && call.paths.length > 0) throw new RunFileError("ENOENT", "open", name);
  return name === "-" ? [{ path: "", name: "(standard input)" }] : filesOf(tree, cwd, name, call);
}

function showsNames(call: GrepCall, isSeveral: boolean): boolean {
  return call.has("h", "H") ? call.has("H") : isSeveral;
}

/** Whether it would find again what it has printed into a file that it searches. */
function printsLines(call: GrepCall): boolean {
  return !call.has("q", "l", "L", "c") && call.most > 1;
}

/** @param faults of names that could not be searched */
function ended(printed: readonly Found[], faults: readonly string[], call: GrepCall) {
  const isFound = printed.some(({ isSelected }) => isSelected);
  const said = [...(call.has("s") ? [] : faults), ...printed.flatMap(({ fault }) => fault ?? [])];
  const hasFailed = faults.length > 0 && !(call.has("q") && isFound);
  return {
    stdout: printed.map(({ output }) => output).join(""),
    stderr: said.map((fault) => `grep: ${fault}\n`).join(""),
    exitCode: hasFailed ? 2 : Number(!isFound),
    stdoutKind: "bytes" as const,
  };
}

/** What is said of a name that cannot be searched; nothing for a folder that is to be passed over. */
function faultOf(caught: unknown, name: string, call: GrepCall): readonly string[] {
  if (!(caught instanceof RunFileError)) throw caught;
  const isOfFolder = caught.code === "EISDIR";
  if (isOfFolder && call.has("d")) return [];
  return [`${name}: ${isOfFolder ? "Is a directory" : "No such file or directory"}`];
}

function isFolder(tree: RunTree, cwd: string, name = ""): boolean {
  const path = resolve(cwd, name || ".");
  return tree.exists(path) && tree.stat(path).kind === "folder";
}

interface Searched extends GrepCall {
  /** Printed before each line, if anything. */
  readonly name: string | undefined;
  /** Its name in messages and lists. */
  readonly shown: string;
}

/** What grep says of a file. `output`: bytes as characters. `isSelected`: whether it counts as found. */
interface Found {
  readonly output: string;
  /** Bytes behind the line at which it ended. */
  readonly unread: number;
  readonly isSelected: boolean;
  readonly fault?: string;
}

function grepFile(bytes: Uint8Array, patterns: GrepPatterns, call: Searched): Found {
  const text = escapedText(bytes);
  const isBinary = !call.has("a", "z") && (!text.isWellFormed() || bytes.includes(0));
  if (isBinary && call.has("I")) return { output: "", unread: 0, isSelected: false };
  const lines = linesOf(text, call.end, "").map((line) => line.text);
  const most = call.has("q", "l", "L") ? Math.min(1, call.most) : call.most;
  const selected = selectedLines(lines, patterns, { ...call, most });
  const isSelected = selected.length > 0;
  const isDone = isSelected && selected.length >= most;
  const rest = isDone ? lines.slice((selected.at(-1) ?? 0) + 1) : [];
  const unread = escapedBytes(rest.join(call.end)).length + Number(rest.length > 0 && text.endsWith(call.end));
  const whole = isSelected || call.has("c") || call.has("L") ? wholeText(selected.length, call) : "";
  if (whole === undefined && isBinary)
    return { output: "", unread, isSelected, fault: `${call.shown}: binary file matches` };
  const output = whole ?? linesText(lines, selected, patterns, call);
  return { output: latin1(escapedBytes(output)), unread, isSelected };
}

/** What is printed of a whole file; `undefined` if its lines are. */
function wholeText(count: number, call: Searched): string | undefined {
  if (call.has("q")) return "";
  if (call.has("l", "L"))
    return count > 0 === call.has("L") ? "" : `${painted(call, "name", call.shown)}${call.has("Z") ? "\0" : "\n"}`;
  return call.has("c") ? `${nameBefore(call, ":")}${count}\n` : undefined;
}

function nameBefore(call: Searched, between: string): string {
  if (call.name === undefined) return "";
  return painted(call, "name", call.name) + (call.has("Z") ? "\0" : painted(call, "between", between));
}

function head(call: Searched, at: number, between: string): string {
  const number = call.has("n") ? painted(call, "number", `${at + 1}`) + painted(call, "between", between) : "";
  return nameBefore(call, between) + number;
}

/** GNU's colours. */
const colors = { match: "01;31", name: "35", number: "32", between: "36" };

/** A text in its colour, where colours are asked for. */
function painted({ isPainted }: GrepCall, what: keyof typeof colors, text: string): string {
  return isPainted ? `\x1b[${colors[what]}m\x1b[K${text}\x1b[m\x1b[K` : text;
}

/** A line in which what matches has its colour. */
function paintedLine(line: string, patterns: GrepPatterns, call: GrepCall): string {
  let from = 0;
  const parts = patterns.partsOf(line).map(({ text, at }) => {
    const part = line.slice(from, at) + painted(call, "match", text);
    from = at + text.length;
    return part;
  });
  return parts.join("") + line.slice(from);
}

/** The selected lines with those around them; where others are left out between them, this is marked. */
function linesText(
  lines: readonly string[],
  selected: readonly number[],
  patterns: GrepPatterns,
  call: Searched,
): string {
  const isOne = new Set(selected);
  const shown = new Set<number>();
  for (const at of selected) {
    for (let each = at - call.before; each <= at; each++) if (each >= 0) shown.add(each);
    for (let each = at + 1; each <= Math.min(at + call.after, lines.length - 1) && !isOne.has(each); each++)
      shown.add(each);
  }
  const hasContext = call.has("A", "B", "C");
  const ordered = [...shown].sort((a, b) => a - b);
  const text = ordered.map((at, index) => {
    const isApart = hasContext && index > 0 && ordered[index - 1] !== at - 1;
    const apart = isApart ? painted(call, "between", "--") + call.end : "";
    return apart + lineText(lines[at] ?? "", { at, isSelected: isOne.has(at) }, patterns, call);
  });
  return text.join("");
}

interface Place {
  readonly at: number;
  readonly isSelected: boolean;
}

/** What is printed of a line: with `-o` the parts of it that match. */
function lineText(line: string, { at, isSelected }: Place, patterns: GrepPatterns, call: Searched): string {
  const before = head(call, at, isSelected ? ":" : "-");
  // With -v, what matches is in the lines around.
  const isMatched = isSelected !== call.has("v");
  if (!call.has("o"))
    return `${before}${isMatched && call.isPainted ? paintedLine(line, patterns, call) : line}${call.end}`;
  const parts = isMatched ? patterns.partsOf(line) : [];
  return parts.map(({ text }) => before + painted(call, "match", text) + call.end).join("");
}

/** Indexes of the lines that a call selects. */
function selectedLines(lines: readonly string[], patterns: GrepPatterns, call: GrepCall): readonly number[] {
  const selected: number[] = [];
  const isInverted = call.has("v");
  for (const [at, line] of lines.entries()) {
    if (selected.length >= call.most) break;
    if (patterns.isIn(line) !== isInverted) selected.push(at);
  }
  return selected;
}
