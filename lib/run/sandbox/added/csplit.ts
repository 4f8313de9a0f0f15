import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { readAll } from "#lib/run/sandbox/commands/inputs.ts";
import { escapedBytes, escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1 } from "#lib/run/sandbox/latin1.ts";
import { matchesIn, type Pattern } from "#lib/run/sandbox/patterns/pattern.ts";
import { posixPattern } from "#lib/run/sandbox/patterns/posix-pattern.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";

const forms: OptionForms = {
  letters: "fnksqz",
  withValue: "fn",
  long: {
    ...{ prefix: "f", digits: "n", "keep-files": "k", quiet: "q", silent: "s" },
    ...{ "elide-empty-files": "z" },
  },
};

/** Where the next piece ends: at a line by number, or at one that matches. */
interface Cut {
  readonly given: string;
  readonly line?: number;
  readonly pattern?: Pattern;
  readonly offset: number;
  /** Whether the piece is left out. */
  readonly isSkipped: boolean;
  /** How often it is done again. */
  readonly times: number;
}

/** Files of one call, before the next name has more digits. */
const mostFiles = 5000;

/** GNU's csplit: the lines of a file in several files, cut where patterns say. @throws OptionError */
export async function csplit(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(args, forms);
  const [file = "", ...rest] = words;
  if (rest.length === 0) throw new OptionError("missing operand");
  const { read, faults } = await readAll("csplit", [file], context);
  if (faults !== "") return { stdout: "", stderr: faults, exitCode: 1 };
  const lines = escapedText(fromLatin1(read[0]?.text ?? "")).match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const { pieces, fault } = piecesOf(lines, cutsIn(rest));
  const kept = pieces.filter((piece) => !has("z") || piece.length > 0).map((piece) => escapedBytes(piece.join("")));
  const name = (at: number) => `${lastOf("f") ?? "xx"}${String(at).padStart(Number(lastOf("n") ?? 2), "0")}`;
  // A call that fails leaves nothing, unless it was told to.
  for (const [at, bytes] of (fault === "" || has("k") ? kept : []).entries())
    await context.fs.writeFile(resolve(context.cwd, name(at)), bytes);
  const stdout = has("s", "q") ? "" : kept.map(({ length }) => `${length}\n`).join("");
  return { stdout, stderr: fault === "" ? "" : `csplit: ${fault}\n`, exitCode: fault === "" ? 0 : 1 };
}

/** @throws OptionError */
function cutsIn(words: readonly string[]): readonly Cut[] {
  const cuts: Cut[] = [];
  for (const word of words) {
    const [, count] = /^\{(\d+|\*)\}$/.exec(word) ?? [];
    const last = count === undefined ? undefined : cuts.pop();
    cuts.push(last ? { ...last, times: count === "*" ? Number.POSITIVE_INFINITY : Number(count) } : cutOf(word));
  }
  return cuts;
}

/** `/pattern/+1`, `%pattern%` or a line's number. @throws OptionError */
function cutOf(word: string): Cut {
  const [, sign, source = "", offset] = /^([/%])((?:[^\\]|\\.)*)\1([-+]?\d+)?$/s.exec(word) ?? [];
  if (sign === undefined && !/^[1-9]\d*$/.test(word)) throw new OptionError(`'${word}': invalid pattern`);
  const how = { given: word, offset: Number(offset ?? 0), isSkipped: sign === "%", times: 0 };
  if (sign === undefined) return { ...how, line: Number(word) };
  return { ...how, pattern: posixPattern(source, { extended: false, ignoreCase: false, multiline: false }) };
}

/** @throws OptionError */
function piecesOf(lines: readonly string[], cuts: readonly Cut[]) {
  const pieces: (readonly string[])[] = [];
  let at = 0;
  /** The line after the last one that a pattern has found, which counts no more. */
  let next = 0;

  function add(piece: readonly string[]): void {
    if (pieces.length >= mostFiles) throw new OptionError(`no more than ${mostFiles} files are possible here`);
    pieces.push(piece);
  }

  /** Cuts as often as it is said. @returns why that was not possible */
  function cutBy(cut: Cut): string | undefined {
    for (let time = 0; time <= cut.times; time++) {
      const end = endOf(lines, [at, next], cut, time);
      if (end === undefined) return cut.times === Number.POSITIVE_INFINITY && time > 0 ? undefined : faultOf(cut, time);
      if (!cut.isSkipped) add(lines.slice(at, end));
      at = end;
      next = end - cut.offset + 1;
    }
    return undefined;
  }

  let fault: string | undefined;
  for (const cut of cuts) fault ??= cutBy(cut);
  add(lines.slice(at));
  return { pieces, fault: fault ?? "" };
}

function faultOf({ given, line }: Cut, time: number): string {
  const again = time > 0 ? ` on repetition ${time}` : "";
  return `'${given}': ${line === undefined ? "match not found" : "line number out of range"}${again}`;
}

/** The index of the line before which the piece that begins at `from` ends; `undefined` where there is none. */
function endOf(
  lines: readonly string[],
  [from, start]: readonly [from: number, start: number],
  { line, pattern, offset }: Cut,
  time: number,
): number | undefined {
  if (line !== undefined) {
    const end = line * (time + 1) - 1;
    return end <= lines.length && end >= from ? end : undefined;
  }
  const found = lines.findIndex(
    (each, at) => at >= start && pattern && matchesIn(each.replace(/\n$/, ""), pattern).length > 0,
  );
  const end = found + offset;
  return found === -1 || end < from || end > lines.length ? undefined : end;
}
