import { type CustomCommand, defineCommand } from "just-bash/browser";
import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import { escapedBytes, escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import type { ShellOutputs } from "#lib/run/sandbox/outputs/shell-outputs.ts";
import { PatternError } from "#lib/run/sandbox/patterns/posix-source.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { RunFileError } from "#lib/run/sandbox/tree-nodes.ts";
import { fileTypes } from "./file-types.ts";
import { type RgCall, readRgCall } from "./rg-call.ts";
import { filesOf, type RgFile } from "./rg-files.ts";
import { jsonOf, jsonSummary } from "./rg-json.ts";
import { printed } from "./rg-lines.ts";
import { type Searched, searched } from "./rg-search.ts";

/**
 * ripgrep 13 over the run's files, instead of the shell's own, which looks for small and large letters alike, numbers lines and passes over
 * folders that it was not told of. Files come in the order of their names.
 */
export function ripgrep(tree: RunTree, outputs: Pick<ShellOutputs, "isPiped">): CustomCommand {
  return defineCommand("rg", async (args, context) => {
    const { cwd } = context;
    const stdin = () => fromLatin1(context.stdin as unknown as string);
    try {
      const readFile = (path: string) => escapedText(path === "-" ? stdin() : tree.read(resolve(cwd, path)));
      return rgOver(tree, cwd, stdin, { ...readRgCall(args, readFile), isPiped: outputs.isPiped });
    } catch (caught) {
      const isRefusal =
        caught instanceof OptionError || caught instanceof PatternError || caught instanceof RunFileError;
      if (!isRefusal) throw caught;
      return { stdout: "", stderr: `rg: ${caught.message}\n`, exitCode: 2 };
    }
  });
}

function rgOver(tree: RunTree, cwd: string, stdin: () => Uint8Array, call: RgCall & Pick<ShellOutputs, "isPiped">) {
  const faults: string[] = [];
  const tell = (fault: string) => faults.push(fault);
  if (call.has("V")) return ended("ripgrep 13.0.0\n", true, faults, call);
  if (call.has("type-list")) {
    const lines = Object.entries(fileTypes).map(([type, globs]) => `${type}: ${globs.replaceAll(" ", ", ")}\n`);
    return ended(lines.join(""), true, faults, call);
  }
  const { pattern } = call;
  const isOfInput = call.paths.length === 0 && pattern !== undefined && (call.isPiped || stdin().length > 0);
  const given = isOfInput ? ["-"] : call.paths;
  const files = given.flatMap((path): readonly RgFile[] =>
    path === "-" ? [{ path: "", name: "<stdin>" }] : filesOf(tree, cwd, { ...call, paths: [path] }, tell),
  );
  const all = given.length === 0 ? filesOf(tree, cwd, call, tell) : files;
  const ordered = call.has("3") ? all.toReversed() : all;
  if (!pattern) {
    const list = ordered.map(({ name }) => name + (call.has("0") ? "\0" : "\n")).join("");
    return ended(list, ordered.length > 0, faults, call);
  }
  const isSeveral = given.length !== 1 || (given[0] !== "-" && isFolder(tree, resolve(cwd, given[0] ?? "")));
  const found = ordered.flatMap(({ path, name }): readonly Searched[] => {
    const bytes = path === "" ? stdin() : tree.read(path);
    const isGiven = path === "" || call.paths.includes(name);
    return !isGiven && bytes.includes(0) && !call.has("a") ? [] : [searched(name, bytes, pattern, call)];
  });
  const isFound = found.some((each) => each.isSelected !== call.has("files-without-match"));
  if (call.has("json")) return ended(found.map(jsonOf).join("") + jsonSummary(found), isFound, faults, call);
  const isNamed = call.last("H", "I", "vimgrep") ? call.last("H", "I", "vimgrep") !== "I" : isSeveral;
  return ended(printed(found, pattern, { ...call, isNamed }), isFound, faults, call);
}

function isFolder(tree: RunTree, path: string): boolean {
  return tree.exists(path) && tree.stat(path).kind === "folder";
}

function ended(text: string, isFound: boolean, faults: readonly string[], call: RgCall) {
  const isQuiet = call.has("q");
  return {
    stdout: isQuiet ? "" : latin1(escapedBytes(text)),
    stderr: call.has("no-messages") ? "" : faults.map((fault) => `${fault}\n`).join(""),
    exitCode: faults.length > 0 && !(isQuiet && isFound) ? 2 : Number(!isFound),
    stdoutKind: "bytes" as const,
  };
}
