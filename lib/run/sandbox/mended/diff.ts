import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { nameGlob } from "#lib/run/sandbox/grep/grep-call.ts";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import { posixPattern } from "#lib/run/sandbox/patterns/posix-pattern.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { type Columns, columnsText } from "./diff-columns.ts";
import { type Change, contextText, differences, unifiedText, usualText } from "./diff-text.ts";

const forms: OptionForms = {
  letters: "abBcCdiILNqrsuUwWxyZ",
  withValue: "CILUWx",
  withOwnValue: "K",
  long: {
    ...{
      text: "a",
      "ignore-space-change": "b",
      "ignore-blank-lines": "B",
      minimal: "d",
      "ignore-case": "i",
      label: "L",
      "ignore-matching-lines": "I",
      "side-by-side": "y",
      width: "W",
      "suppress-common-lines": "S",
      "left-column": "l",
    },
    ...{ "new-file": "N", brief: "q", recursive: "r", "report-identical-files": "s", "ignore-all-space": "w" },
    ...{ exclude: "x", "ignore-trailing-space": "Z", color: "K", normal: "n", "no-dereference": "d" },
  },
};

interface Comparing {
  readonly context: CommandContext;
  readonly has: (...letters: string[]) => boolean;
  /** Lines around a change; `undefined` for the usual form. */
  readonly around: number | undefined;
  /** What both files are shown beside each other with; `undefined` for other forms. */
  readonly columns: Columns | undefined;
  readonly isIgnored: (line: string) => boolean;
  readonly labels: readonly string[];
  readonly without: readonly RegExp[];
  /** The options as they were given, which are told before each difference of two folders. */
  readonly told: string;
  stdout: string;
  stderr: string;
}

/**
 * GNU's `diff` for files and folders: the shell's own knows neither folders nor what may be ignored.
 * @throws OptionError
 */
export async function diff(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const plain = args.map((arg) =>
    arg
      .replace(/^--(unified|context)(?:=(\d+))?$/, (_, [kind = ""], lines) => `-${kind.toUpperCase()}${lines ?? 3}`)
      .replace(/^-u?(\d+)$/, "-U$1"),
  );
  const { words, has, options, lastOf } = readOptions(plain, forms);
  const [left, right] = words;
  if (left === undefined || right === undefined) throw new OptionError(`missing operand after '${left ?? "diff"}'`);
  if (words.length > 2) throw new OptionError(`extra operand '${words[2]}'`);
  const valuesOf = (letter: string) => options.flatMap(([each, value]) => (each === letter ? [value] : []));
  if (valuesOf("K").includes("always")) throw new OptionError("--color=always is not possible here");
  const counts = [...valuesOf("U"), ...valuesOf("C")].map(Number);
  const around = has("u", "U", "c", "C") ? Math.max(...(has("u", "c") ? [3] : []), ...counts) : undefined;
  const isOne = [has("u", "U"), has("c", "C"), has("y")].filter(Boolean).length < 2;
  if (has("y") && has("B", "I")) throw new OptionError("-y with -B or -I is not possible here");
  if (!isOne) throw new OptionError("conflicting output style options");
  const columns = { width: Number(lastOf("W") ?? 130), hidesCommon: has("S"), leavesRight: has("l") };
  const blank = has("B") ? [/^\s*$/] : [];
  const ignored = [
    ...blank,
    ...valuesOf("I").map((each) => posixPattern(each, { extended: false, ignoreCase: false, multiline: false })),
  ];
  const comparing: Comparing = {
    ...{ context, has, around, labels: valuesOf("L"), without: valuesOf("x").map(nameGlob), stdout: "", stderr: "" },
    columns: has("y") ? columns : undefined,
    isIgnored: (line) =>
      ignored.some((each) => {
        each.lastIndex = 0;
        return each.test(line.replace(/\n$/, ""));
      }),
    told: args.filter((arg) => !words.includes(arg)).join(" "),
  };
  const status = await comparePair(comparing, left, right, true);
  return { stdout: comparing.stdout, stderr: comparing.stderr, exitCode: status };
}

type Side = {
  readonly name: string;
  readonly kind: "file" | "folder" | "absent";
  readonly text: string;
  readonly time: Date;
};

async function sideOf(context: CommandContext, name: string): Promise<Side> {
  const { fs, cwd } = context;
  if (name === "-") return { name, kind: "file", text: context.stdin as unknown as string, time: new Date() };
  const found = await fs.stat(resolve(cwd, name)).catch(() => undefined);
  if (!found) return { name, kind: "absent", text: "", time: new Date(0) };
  if (found.isDirectory) return { name, kind: "folder", text: "", time: found.mtime };
  const text = latin1(await fs.readFileBuffer(resolve(cwd, name)));
  return { name, kind: "file", text, time: found.mtime };
}

/** Compares what two names stand for. @returns 0 for the same, 1 for others, 2 for what cannot be compared */
async function comparePair(comparing: Comparing, left: string, right: string, isNamed: boolean): Promise<number> {
  const { context, has } = comparing;
  let [a, b] = await Promise.all([sideOf(context, left), sideOf(context, right)]);
  if (isNamed && a.kind === "folder" && b.kind === "file")
    a = await sideOf(context, below(left, right.split("/").at(-1)));
  else if (isNamed && b.kind === "folder" && a.kind === "file")
    b = await sideOf(context, below(right, left.split("/").at(-1)));
  const absent = [a, b].filter(({ kind }) => kind === "absent");
  if (absent.length === 2 || (absent.length === 1 && !has("N"))) {
    comparing.stderr += absent.map(({ name }) => `diff: ${name}: No such file or directory\n`).join("");
    return 2;
  }
  if (a.kind === "folder" || b.kind === "folder") return compareFolders(comparing, a, b);
  return compareFiles(comparing, a, b, isNamed);
}

const kinds = { file: "regular file", folder: "directory", absent: "" } as const;

async function compareFolders(comparing: Comparing, a: Side, b: Side): Promise<number> {
  const { context, has, without } = comparing;
  if (a.kind === "file" || b.kind === "file") {
    const kindOf = ({ kind, text }: Side) => (kind === "file" && text === "" ? "regular empty file" : kinds[kind]);
    comparing.stdout += `File ${a.name} is a ${kindOf(a)} while file ${b.name} is a ${kindOf(b)}\n`;
    return 1;
  }
  const namesIn = async ({ kind, name }: Side) =>
    kind === "absent" ? [] : await context.fs.readdir(resolve(context.cwd, name));
  const [lefts, rights] = [new Set(await namesIn(a)), new Set(await namesIn(b))];
  const all = [...new Set([...lefts, ...rights])].filter((name) => !without.some((each) => each.test(name)));
  let status = 0;
  for (const name of all.sort((x, y) => (x < y ? -1 : 1))) {
    const [left, right] = [below(a.name, name), below(b.name, name)];
    const isBoth = lefts.has(name) && rights.has(name);
    if (!isBoth && !has("N")) {
      comparing.stdout += `Only in ${lefts.has(name) ? a.name : b.name}: ${name}\n`;
      status = Math.max(status, 1);
    } else if (!has("r") && isBoth && (await areFolders(context, left, right)))
      comparing.stdout += `Common subdirectories: ${left} and ${right}\n`;
    else status = Math.max(status, await comparePair(comparing, left, right, false));
  }
  return status;
}

async function areFolders(context: CommandContext, ...names: string[]): Promise<boolean> {
  const sides = await Promise.all(names.map((name) => sideOf(context, name)));
  return sides.every(({ kind }) => kind === "folder");
}

function below(folder: string, name = ""): string {
  return `${folder.replace(/\/$/, "")}/${name}`;
}

function compareFiles(comparing: Comparing, a: Side, b: Side, isNamed: boolean): number {
  const { has, labels } = comparing;
  const [from, to] = [labels[0] ?? a.name, labels[1] ?? b.name];
  const isBinary = a.text !== b.text && !has("a") && [a, b].some(isNoText);
  const [left, right] = [a.text, b.text].map((text) => escapedText(fromLatin1(text))) as [string, string];
  const changes = isBinary ? [] : differences(left, right, has, comparing.isIgnored);
  const isSame = !isBinary && changes.every(({ isIgnored }) => isIgnored);
  if (isSame) {
    const shown = comparing.columns ? columnsText(changes, left, right, comparing.columns) : "";
    comparing.stdout += shown + (has("s") ? `Files ${from} and ${to} are identical\n` : "");
    return 0;
  }
  if (has("q") || isBinary) {
    comparing.stdout += `${has("q") ? "Files" : "Binary files"} ${from} and ${to} differ\n`;
    return 1;
  }
  if (!isNamed) comparing.stdout += `diff ${[comparing.told, a.name, b.name].filter(Boolean).join(" ")}\n`;
  comparing.stdout += changesText(comparing, [a, b], [left, right], changes);
  return 1;
}

type Pair<Each> = readonly [left: Each, right: Each];

function changesText(
  comparing: Comparing,
  [a, b]: Pair<Side>,
  [left, right]: Pair<string>,
  changes: readonly Change[],
) {
  const { has, around, columns } = comparing;
  if (columns) return columnsText(changes, left, right, columns);
  if (around === undefined) return usualText(changes);
  const isUnified = has("u", "U");
  const text = (isUnified ? unifiedText : contextText)(changes, left, right, around);
  return namesOf(comparing, a, b, isUnified ? "-+" : "*-") + text;
}

/** Whether a file begins with bytes that no text has. */
const isNoText = ({ text }: Side) => text.slice(0, 32_768).includes("\0");

/** The two lines above a difference with lines around it. @param signs one for each file */
function namesOf({ labels }: Comparing, a: Side, b: Side, signs: string): string {
  const head = (side: Side, at: number) =>
    `${signs.charAt(at).repeat(3)} ${labels[at] ?? `${side.name}\t${timeOf(side.time)}`}\n`;
  return head(a, 0) + head(b, 1);
}

function timeOf(time: Date): string {
  return `${time.toISOString().slice(0, 23).replace("T", " ")}000000 +0000`;
}
