import { type CustomCommand, defineCommand } from "just-bash/browser";
import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import { takenOf } from "#lib/run/sandbox/commands/inputs.ts";
import { escapedBytes, escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import type { ShellOutputs } from "#lib/run/sandbox/outputs/shell-outputs.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { RunFileError } from "#lib/run/sandbox/tree-nodes.ts";
import { runSed } from "./run-sed.ts";
import { SedError } from "./sed-error.ts";
import { createSedFiles, linesOf, type SedLine } from "./sed-input.ts";
import { readSedScript } from "./sed-script.ts";
import type { SedMemory } from "./sed-state.ts";

/**
 * GNU sed 4.9 over the run's files, instead of the shell's own, which is silently wrong in ranges, changes of case and more.
 */
export function sed(tree: RunTree, outputs: Pick<ShellOutputs, "isOne" | "taken">): CustomCommand {
  return defineCommand("sed", async (args, context) => {
    const { cwd, exec, signal } = context;
    const printing = async (line: string) => {
      if (!exec) throw new SedError("no command can be started here");
      const { stdout, stdoutKind, stderr } = await outputs.taken(() => exec(line, { cwd, ...(signal && { signal }) }));
      printed.stderr += stderr;
      return escapedText(stdoutKind === "bytes" ? fromLatin1(stdout) : escapedBytes(stdout));
    };
    const printed = { stdout: "", stderr: "" };
    const input = () => fromLatin1(context.stdin as unknown as string);
    try {
      const call = readCall(args, (path) =>
        escapedText(/^(?:-|\/dev\/stdin)$/.test(path) ? input() : tree.read(resolve(cwd, path))),
      );
      if (call.text !== undefined) return { ...printed, stdout: call.text, exitCode: 0 };
      const ended = await sedOver({ tree, cwd, stdin: input, printing }, call);
      // What is said comes before the output, which waits for the end.
      if (outputs.isOne) return { ...ended, stdout: latin1(escapedBytes(printed.stderr)) + ended.stdout };
      return { ...ended, stderr: printed.stderr + ended.stderr };
    } catch (caught) {
      const status = statusOf(caught);
      if (status === undefined) throw caught;
      return { ...printed, stderr: `sed: ${(caught as Error).message}\n`, exitCode: status };
    }
  });
}

/** The exit code for an error; `undefined` for a bug in this program. */
function statusOf(caught: unknown): number | undefined {
  if (caught instanceof SedError) return caught.status;
  if (caught instanceof OptionError) return 1;
  return caught instanceof RunFileError ? 4 : undefined;
}

interface SedCall {
  readonly script: string;
  readonly paths: readonly string[];
  readonly isQuiet: boolean;
  /** How much is read at once; with `-u`, no line before it is needed. */
  readonly block: number;
  readonly extended: boolean;
  /** Whether each file is processed by itself. */
  readonly separate: boolean;
  /** `-i`: writes files back and keeps a copy with this suffix; `undefined` if lines are printed. */
  readonly inPlace: string | undefined;
  readonly end: string;
  readonly width: number;
  /** A text to print instead. */
  readonly text?: string;
}

const forms: OptionForms = {
  letters: "nErszefilVubp",
  withValue: "efl",
  withOwnValue: "i",
  long: {
    ...{ quiet: "n", silent: "n", expression: "e", file: "f", "regexp-extended": "E", "in-place": "i", separate: "s" },
    ...{ "null-data": "z", "zero-terminated": "z", "line-length": "l", unbuffered: "u", posix: "p", binary: "b" },
    ...{ "follow-symlinks": "u", version: "V" },
  },
};

/** @throws OptionError, SedError */
function readCall(args: readonly string[], readFile: (path: string) => string): SedCall {
  const { options, words, has, lastOf } = readOptions(args, forms);
  const scripts = options.flatMap(([letter, value]) => {
    if (letter === "e") return [value];
    return letter === "f" ? [readFile(value).replace(/\n$/, "")] : [];
  });
  const isVersion = has("V");
  const script = scripts.length > 0 ? scripts.join("\n") : words.shift();
  if (script === undefined && !isVersion) throw new SedError("no script specified");
  return {
    script: script ?? "",
    paths: words,
    isQuiet: has("n"),
    block: has("u") ? 1 : 4096,
    extended: has("E", "r"),
    separate: has("s"),
    inPlace: lastOf("i"),
    end: has("z") ? "\0" : "\n",
    width: Number(lastOf("l") ?? 70),
    ...(isVersion && { text: "sed (GNU sed) 4.9\n" }),
  };
}

interface SedPlace {
  readonly tree: RunTree;
  readonly cwd: string;
  readonly stdin: () => Uint8Array;
  /** What a command of the shell prints. */
  readonly printing: (line: string) => Promise<string>;
}

async function sedOver({ tree, cwd, stdin, printing }: SedPlace, call: SedCall) {
  const { commands, isQuiet } = readSedScript(call.script, call.extended);
  const files = createSedFiles(tree, (path) => resolve(cwd, path));
  for (const command of commands) {
    if ((command.name === "w" || command.name === "W" || command.name === "s") && command.file) {
      files.open(command.file);
    }
  }
  const memory: SedMemory = { hold: "", lastPattern: undefined };
  const run = { isQuiet: call.isQuiet || isQuiet, end: call.end, width: call.width, files };
  const inputs = readInputs(tree, cwd, stdin, call);
  const groups = call.inPlace === undefined && !call.separate ? [joined(inputs.read)] : inputs.read;
  let printed = "";
  let quit: number | undefined;
  let taken = {};
  for (const { path, lines } of groups) {
    const outcome = await driven(runSed(lines, commands, run, memory), printing);
    if (call.inPlace === undefined) printed = behind(printed, outcome.output, call.end);
    else writeBack(tree, resolve(cwd, path), call.inPlace, outcome.output);
    quit = outcome.quit;
    if (quit === undefined) continue;
    if (lines.every(({ file }) => file === "-")) {
      const left = lines.slice(outcome.read).map(({ text, hasEnd }) => text + (hasEnd ? call.end : ""));
      const unread = escapedBytes(left.join("")).length;
      taken = takenOf(stdin().length - unread, call.block);
    }
    break;
  }
  files.flush();
  const stdout = latin1(escapedBytes(printed));
  const stderr = inputs.faults.map(({ text }) => `sed: ${text}\n`).join("");
  const status = Math.max(0, ...inputs.faults.map((fault) => fault.status));
  return { stdout, stderr, exitCode: quit ?? status, stdoutKind: "bytes" as const, ...taken };
}

/** Runs the commands that a script asks for. */
async function driven(steps: ReturnType<typeof runSed>, printing: SedPlace["printing"]) {
  let step = steps.next();
  while (!step.done) step = steps.next(await printing(step.value));
  return step.value;
}

/** What is printed of a file behind that of others, of which the last line may have no end. */
function behind(before: string, text: string, end: string): string {
  return before + (before === "" || text === "" || before.endsWith(end) ? "" : end) + text;
}

interface Input {
  readonly path: string;
  readonly lines: readonly SedLine[];
}

/** The named files, and messages on those that cannot be read. */
function readInputs(tree: RunTree, cwd: string, stdin: () => Uint8Array, { paths, inPlace, end }: SedCall) {
  const read: Input[] = [];
  const faults: { readonly text: string; readonly status: number }[] = [];
  for (const path of paths.length > 0 ? paths : ["-"]) {
    try {
      const bytes = path === "-" && inPlace === undefined ? stdin() : tree.read(resolve(cwd, path));
      read.push({ path, lines: linesOf(escapedText(bytes), end, path) });
    } catch (caught) {
      if (!(caught instanceof RunFileError)) throw caught;
      if (caught.code === "EISDIR") faults.push({ text: `read error on ${path}: Is a directory`, status: 4 });
      else faults.push({ text: `can't read ${path}: No such file or directory`, status: 2 });
    }
  }
  return { read, faults };
}

/** Several files as one. */
function joined(inputs: readonly Input[]): Input {
  return { path: "-", lines: inputs.flatMap(({ lines }) => lines) };
}

/** @param suffix of the copy that is kept; a `*` in it stands for the file's name */
function writeBack(tree: RunTree, path: string, suffix: string, text: string): void {
  if (suffix !== "") {
    const slash = path.lastIndexOf("/") + 1;
    const name = path.slice(slash);
    const copy = suffix.includes("*") ? suffix.replaceAll("*", name) : `${name}${suffix}`;
    tree.write(copy.includes("/") ? resolve(path.slice(0, slash), copy) : path.slice(0, slash) + copy, tree.read(path));
  }
  // As GNU's, a new file in the old one's place: its other names, and what a link leads to, stay as they are.
  const { mode } = tree.stat(path);
  tree.remove(path);
  tree.write(path, escapedBytes(text), mode);
}
