import { type CustomCommand, defineCommand } from "just-bash/browser";
import type { ShellOutputs } from "#lib/run/sandbox/outputs/shell-outputs.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { scriptFile, scriptInput } from "./script-file.ts";

type Run = Parameters<typeof defineCommand>[1];
type Context = Parameters<Run>[1];

/** `bash` and `sh`: the shell's own commands accept no options with a script. */
export function shellScripts(outputs: ShellOutputs, exported: ReadonlyMap<string, string>): CustomCommand[] {
  const start = async (name: string, args: readonly string[], context: Context) => {
    const call = readCall(name, args);
    if (call.refused !== undefined) return failure(`bash: ${call.refused}`, 2);
    const text = isOfInput(call) ? "" : (call.text ?? (await scriptText(call.path, context)));
    if (text === undefined) {
      const isFolder = (await context.fs.stat(resolve(context.cwd, call.path ?? "")).catch(() => undefined))
        ?.isDirectory;
      // Debian's sh reads a folder as an empty script.
      if (isFolder && name !== "bash") return { stdout: "", stderr: "", exitCode: 0 };
      if (isFolder) return failure(`${call.path}: ${call.path}: Is a directory`, 126);
      return failure(`bash: ${call.path}: No such file or directory`, 127);
    }
    return runText(call, text, context);
  };

  async function runText(call: ShellCommand, text: string, context: Context) {
    const { options, name, path, args } = call;
    const { exec } = context;
    if (!exec) return failure("bash: a shell cannot be started here", 126);
    // Without HOME the shell would set it.
    const home = "HOME" in (context.exportedEnv ?? {}) ? "" : "unset HOME; ";
    const functions = [...exported.values()].join("");
    const script = `${functions}${bashVersion}${home}${options.map((option) => `set ${option}; `).join("")}${text.replace(/^#![^\n]*/, "")}`;
    const places = Object.fromEntries(args.map((arg, index) => [String(index + 1), arg]));
    const env = {
      ...context.exportedEnv,
      ...places,
      "0": name,
      ...(path !== undefined && { [scriptFile]: path }),
      ...(isOfInput(call) && { [scriptInput]: "" }),
      "#": String(args.length),
      "@": args.join(" "),
      "*": args.join(" "),
    };
    const given = { cwd: context.cwd, ...(context.signal && { signal: context.signal }) };
    const stdin = context.stdin as unknown as string;
    return outputs.passedOn(() => exec(script, { ...given, stdin, stdinKind: "bytes", env }));
  }

  const others = ["sh", "dash", "zsh"].map((name) =>
    defineCommand(name, (args, context) => start(name, args, context)),
  );
  return [defineCommand("bash", (args, context) => start("bash", args, withLevel(context))), ...others];
}

/** bash counts itself among the shells that run in each other; Debian's `sh` does not. */
function withLevel(context: Context): Context {
  return { ...context, exportedEnv: { ...context.exportedEnv, SHLVL: nextLevel(context.exportedEnv?.SHLVL) } };
}

interface ShellCommand {
  /** Options in the form of `set`. */
  readonly options: readonly string[];
  /** `$0`. */
  readonly name: string;
  readonly args: readonly string[];
  /** The script's text, if it is not in a file. */
  readonly text?: string;
  /** Absent for a script from stdin. */
  readonly path?: string;
  readonly refused?: string;
}

/** Whether the script is the input itself, which is read line by line (`statementsOf`). */
function isOfInput({ text, path }: ShellCommand): boolean {
  return text === undefined && path === undefined;
}

const without: ReadonlySet<string> = new Set(["-l", "--login", "--norc", "--noprofile", "--posix"]);

function readCall(shell: string, given: readonly string[]): ShellCommand {
  const options: string[] = [];
  const args = [...given];
  while (/^[-+]/.test(args[0] ?? "")) {
    const word = args.shift() ?? "";
    const whole = readOption(word, args, options);
    if (whole) return { options, name: shell, args, ...whole };
  }
  const [path, ...rest] = args;
  return path === undefined ? { options, name: shell, args: [] } : { options, path, name: path, args: rest };
}

/** Reads an option, which may combine letters (`-euo pipefail`, `-ec '…'`). @returns the parsed call, if the option ends it */
function readOption(word: string, args: string[], options: string[]): Partial<ShellCommand> | undefined {
  if (without.has(word)) return undefined;
  if (word === "--version") return { text: `echo '${version}'`, args: [] };
  if (word === "-s" || word === "-") return { args: args[0] === "--" ? args.slice(1) : args };
  const [, sign, letters, takesName, takesText] = /^([-+])([euxvnfCB]*)(o?)(c?)$/.exec(word) ?? [];
  if (letters === undefined) return { refused: `${word}: invalid option` };
  if (letters) options.push(sign + letters);
  if (takesName) options.push(`${sign}o ${args.shift() ?? ""}`);
  return takesText
    ? { text: args[0] ?? "", args: args.slice(2), ...(args[1] !== undefined && { name: args[1] }) }
    : undefined;
}

/** Prepended to each shell: scripts look at these to see where they are, and whether bash is new enough. */
export const bashVersion = `BASH_VERSINFO=(5 2 0 1 release x86_64-pc-linux-gnu); OSTYPE=linux-gnu SHELL=\${SHELL-/bin/bash} HOSTTYPE=x86_64 MACHTYPE=x86_64-pc-linux-gnu; `;

/** `$SHLVL` of a shell, which tells how many run in each other. @param outer that of the one that starts it */
export function nextLevel(outer = "0"): string {
  return String((Number.parseInt(outer, 10) || 0) + 1);
}

const version = "GNU bash, version 5.2.0(1)-release (x86_64-pc-linux-gnu)";

async function scriptText(path = "", context: Context): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await context.fs.readFileBuffer(resolve(context.cwd, path)));
  } catch {
    return undefined;
  }
}

function failure(text: string, exitCode: number) {
  return { stdout: "", stderr: `${text}\n`, exitCode };
}
