import type { ExecResult } from "just-bash/browser";
import { escapedBytes } from "#lib/run/sandbox/escaped-text.ts";
import { latin1 } from "#lib/run/sandbox/latin1.ts";
import { RunFileError } from "#lib/run/sandbox/tree-nodes.ts";
import { literalOf, type Redirected } from "./descriptors.ts";

/**
 * What a command says whose target cannot be written to: that ends only this command.
 * @throws `caught`, if it is something else
 */
export function withoutFile(caught: unknown, { redirections = [] }: Redirected, cwd: string): ExecResult {
  if (!(caught instanceof RunFileError)) throw caught;
  const [, why = "", path = ""] = /^\w+: (.*), \w+ '(.*)'$/s.exec(caught.message) ?? [];
  const asWritten = redirections.map(literalOf).find((target) => target && `/${path}`.endsWith(`/${target}`));
  return {
    stdout: "",
    stderr: `bash: ${asWritten ?? fromFolder(path, cwd)}: ${why[0]?.toUpperCase()}${why.slice(1)}\n`,
    exitCode: 1,
  };
}

function fromFolder(path: string, folder: string): string {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}

/** The result as one text. The shell's stdout has one character per byte; its stderr is text. */
export function inOne(result: ExecResult, place: "before" | "after"): ExecResult {
  const { stdout, stderr } = result;
  if (stderr === "") return result;
  const { internalOutputAccounting: counted } = result as ShellResult;
  const said = isBytes(result) ? latin1(escapedBytes(stderr)) : stderr;
  return {
    ...result,
    stdout: place === "before" ? said + stdout : stdout + said,
    stderr: "",
    ...(counted && { internalOutputAccounting: { stdout: counted.stdout + counted.stderr, stderr: 0 } }),
  };
}

export function isBytes(result: ExecResult): boolean {
  const { stdoutKind, stdoutEncoding } = result as ShellResult;
  return stdoutKind === "bytes" || (stdoutKind === undefined && stdoutEncoding === "binary");
}

type ShellResult = ExecResult & {
  readonly stdoutKind?: string;
  readonly stdoutEncoding?: string;
  readonly internalOutputAccounting?: { readonly stdout: number; readonly stderr: number };
};
