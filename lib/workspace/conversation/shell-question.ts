import { readShellCall, type ShellCall } from "#lib/harness/access/shell-call.ts";
import type { ShellTool } from "#lib/harness/vocabulary/access.ts";
import { runLimits } from "#lib/run/run-limits.ts";
import { startedScripts } from "#lib/runs/started-scripts.ts";
import { shellCommands } from "#lib/skills/scripts/shell-commands.ts";
import { scriptLanguage, startedScript } from "#lib/skills/scripts/started-script.ts";
import { place } from "#lib/stage/place.ts";
import type { ScriptBytes } from "#lib/state/allowances.ts";
import { type Files, isPending, readText, walkFiles } from "#lib/vfs/files.ts";
import { basename, dirname, foldersAbove, joinPath, resolvePath } from "#lib/vfs/paths.ts";

/** What a command would do, as far as that is known before it runs. */
export interface ShellQuestion extends ShellCall {
  /** The scripts that it starts, by their absolute paths, 40 at most; `text` is absent until it has arrived. */
  readonly scripts: readonly { readonly path: string; readonly text?: string }[];
  /** How many scripts it starts. */
  readonly scriptCount: number;
  /** The files that it reads and writes, as it names them. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /**
   * The script, where the command starts one script with arguments and does nothing else: only such a call can be
   * allowed by script.
   */
  readonly alone?: string;
}

/** The most scripts of a command that are shown: a person reads each. */
const mostShown = 40;

/** The command in a call of the harness's shell tool, or a sentence for the model where there is none. */
export function shellCallOf(tool: ShellTool, input: unknown): ShellCall | string {
  return readShellCall(tool, input, { ...place, seconds: runLimits.time / 1000 });
}

/** The command in a call of the shell tool, with all that a person should know before they allow it. */
export function shellQuestion(tool: ShellTool, input: unknown, files: Files): ShellQuestion | undefined {
  const call = shellCallOf(tool, input);
  if (typeof call === "string") return undefined;
  const text = shellCommands(call.command);
  const paths = startedScripts(call.command, call.cwd, files);
  const named = text.commands.flatMap(({ words, redirects }) => [
    ...redirects,
    ...words.slice(1).map((path) => ({ kind: "reads" as const, path })),
  ]);
  const isFile = (path: string) => files.stat(resolvePath(call.cwd, path))?.kind === "file";
  const reads = named.filter(({ kind, path }) => kind === "reads" && isFile(path)).map(({ path }) => path);
  const writes = named.filter(({ kind }) => kind === "writes").map(({ path }) => path);
  const [only] = text.commands;
  const isAlone = text.isOne && only !== undefined && startedScript(only)?.isAlone === true;
  return {
    ...call,
    scripts: paths.slice(0, mostShown).map((path) => scriptAt(files, path)),
    scriptCount: paths.length,
    reads: [...new Set(reads)].filter((path) => !paths.includes(resolvePath(call.cwd, path))),
    writes: [...new Set(writes)].filter((path) => path !== "/dev/null"),
    ...(isAlone && paths.length === 1 && { alone: paths[0] as string }),
  };
}

function scriptAt(files: Files, path: string): ShellQuestion["scripts"][number] {
  if (isPending(files.stat(path))) return { path };
  return { path, text: readText(files, path) ?? "" };
}

/**
 * The bytes of a script and of everything that it may load: what is in its skill, or else below its folder, and what scripts there start
 * from the folder `cwd` in which it runs. Allowing a script allows exactly these. Those whose content has not come yet have none.
 * `undefined` where a link there leads to another folder, which may change unseen, or where scripts are too long to be followed.
 */
export function scriptBytes(files: Files, path: string, cwd: string): ScriptBytes | undefined {
  const skill = [...foldersAbove(path)].find((folder) => files.stat(joinPath(folder, "SKILL.md")));
  const bytes = new Map([[path, files.read(path)]]);
  for (const { path: each, kind } of walkFiles(files, skill ?? dirname(path))) {
    if (kind === "link" && files.stat(each)?.kind === "folder") return undefined;
    if (kind !== "folder" && mayBeLoaded(basename(each))) bytes.set(each, files.read(each));
  }
  return withStarted(bytes, files, cwd);
}

/** Adds the scripts that those start, and that these start in turn; `undefined` where they are too long to be followed. */
function withStarted(bytes: Map<string, Uint8Array | undefined>, files: Files, cwd: string): ScriptBytes | undefined {
  let followed = 0;
  // What is added meanwhile has its turn, too.
  for (const path of bytes.keys()) {
    const text = shellText(files, path);
    followed += text.length;
    if (followed > mostFollowed) return undefined;
    for (const started of startedScripts(text, cwd, files))
      if (!bytes.has(started)) bytes.set(started, files.read(started));
  }
  return bytes;
}

/** Characters of shell scripts that are read for what they start: some 50 ms of the page's thread. */
const mostFollowed = 128 * 1024;

/** The text of what may be a shell script: a shell reads any file, so that one of no known language may be its. */
function shellText(files: Files, path: string): string {
  const text = readText(files, path) ?? "";
  return (scriptLanguage(basename(path), text) ?? "shell") === "shell" ? text : "";
}

/** Whether a file may be a script by its name: a shell reads any file, of which those without an ending are most likely scripts. */
function mayBeLoaded(name: string): boolean {
  return !name.includes(".") || /\.[jt]sx$/.test(name) || scriptLanguage(name, "") !== undefined;
}
