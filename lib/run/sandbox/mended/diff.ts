import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { nameGlob } from "#lib/run/sandbox/grep/grep-call.ts";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { differences, unifiedText, usualText } from "./diff-text.ts";

const forms: OptionForms = {
  letters: "abBdiLNpqrstuUwxZ",
  withValue: "LUxM",
  withOwnValue: "K",
  long: {
    ...{
      text: "a",
      "ignore-space-change": "b",
      "ignore-blank-lines": "B",
      minimal: "d",
      "ignore-case": "i",
      label: "L",
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
  readonly labels: readonly string[];
  readonly without: readonly RegExp[];
  /** The options as they were given, which are told before each difference of two folders. */
  readonly told: string;
  stdout: string;
  stderr: string;
}

/**
 * GNU's `diff` for files and folders, in its usual and its unified form: the shell's own knows neither folders nor what may be ignored.
 * @throws OptionError
 */
export async function diff(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const unified = args.find((arg) => /^--unified(?:=\d+)?$/.test(arg));
  const plain = args.flatMap((arg) =>
    arg === unified ? [`-U${arg.split("=")[1] ?? 3}`] : [arg.replace(/^-u?(\d+)$/, "-U$1")],
  );
  const { words, has, options, lastOf } = readOptions(plain, forms);
  const [left, right] = words;
  if (left === undefined || right === undefined) throw new OptionError(`missing operand after '${left ?? "diff"}'`);
  if (words.length > 2) throw new OptionError(`extra operand '${words[2]}'`);
  const valuesOf = (letter: string) => options.flatMap(([each, value]) => (each === letter ? [value] : []));
  if (valuesOf("K").includes("always")) throw new OptionError("--color=always is not possible here");
  const around = has("u", "U")
    ? Math.max(...(has("U") ? [] : [3]), ...valuesOf("U").map(Number), has("u") ? 3 : 0)
    : undefined;
  const comparing: Comparing = {
    ...{ context, has, around, labels: valuesOf("L"), without: valuesOf("x").map(nameGlob), stdout: "", stderr: "" },
    told: args.filter((arg) => !words.includes(arg)).join(" "),
  };
  if (lastOf("p") !== undefined) throw new OptionError("-p is not possible here");
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
  const changes = isBinary ? [] : differences(left, right, has);
  if (!isBinary && changes.length === 0) {
    comparing.stdout += has("s") ? `Files ${from} and ${to} are identical\n` : "";
    return 0;
  }
  if (has("q") || isBinary) {
    comparing.stdout += `${has("q") ? "Files" : "Binary files"} ${from} and ${to} differ\n`;
    return 1;
  }
  if (!isNamed) comparing.stdout += `diff ${[comparing.told, a.name, b.name].filter(Boolean).join(" ")}\n`;
  comparing.stdout +=
    comparing.around === undefined
      ? usualText(changes)
      : `${namesOf(comparing, a, b)}${unifiedText(changes, left, right, comparing.around)}`;
  return 1;
}

/** Whether a file begins with bytes that no text has. */
const isNoText = ({ text }: Side) => text.slice(0, 32_768).includes("\0");

/** The two lines above a unified difference. */
function namesOf({ labels }: Comparing, a: Side, b: Side): string {
  const head = (side: Side, label: string | undefined) => label ?? `${side.name}\t${timeOf(side.time)}`;
  return `--- ${head(a, labels[0])}\n+++ ${head(b, labels[1])}\n`;
}

function timeOf(time: Date): string {
  return `${time.toISOString().slice(0, 23).replace("T", " ")}000000 +0000`;
}
