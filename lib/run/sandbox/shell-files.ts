import type { FsStat, IFileSystem } from "just-bash/browser";
import { absenceOf } from "./absence.ts";
import { endlessFiles, plenty } from "./commands/endless.ts";
import { escapedBytes, escapedText } from "./escaped-text.ts";
import { fromLatin1, latin1 } from "./latin1.ts";
import type { Redirected } from "./outputs/descriptors.ts";
import { type OpeningState, openTargets } from "./outputs/pipe-targets.ts";
import type { ShellOutputs } from "./outputs/shell-outputs.ts";
import { posixPattern } from "./patterns/posix-pattern.ts";
import type { ShellJobs } from "./processes/shell-jobs.ts";
import type { ShellTraps } from "./processes/shell-traps.ts";
import type { RunTree } from "./run-tree.ts";
import { withRealNames } from "./shell-names.ts";
import { RunFileError, type RunStat } from "./tree-nodes.ts";

/** The shell's file system, with additional questions (`lib/tasks/run-page.ts` patches the shell to ask them). */
export interface ShellFiles extends IFileSystem {
  /** The command that runs the script at `path`. */
  interpreterOf(path: string): string;
  /** Why a program that scripts call is not here; `undefined` for one that nobody knows. */
  reasonOf(name: string): string | undefined;
  /** The command with the names of its arrays, where it calls them by others. */
  readonly realNames: typeof withRealNames;
  /** The match of `[[ text =~ pattern ]]`. @throws PatternError */
  matched(pattern: string, text: string, ignoreCase: boolean): RegExpExecArray | null;
  /** Opens what the commands of a pipeline write to, as it starts. */
  openTargets(commands: readonly Redirected[], state: OpeningState): void;
  /** Opens a file that a command's output goes into, bit by bit. @param isAppending whether always at its end */
  openFile(path: string, isAppending: boolean): (content: string, encoding: string) => void;
  /** The open files to which `exec` has led output, by path. */
  readonly kept: Map<string, (content: string, encoding: string) => void>;
  readonly outputs: ShellOutputs;
  readonly jobs: ShellJobs;
  readonly traps: ShellTraps;
  /** The text of each function that is exported (`export -f`), by its name. */
  readonly exported: Map<string, string>;
}

/** What the shell keeps beside its files. */
export type ShellKeeping = Pick<ShellFiles, "outputs" | "jobs" | "traps" | "exported">;

/** The run's tree in the form that the shell uses: promises that are always resolved already. */
export function shellFiles(tree: RunTree, keeping: ShellKeeping): ShellFiles {
  return Object.assign(new Shared(), keeping, {
    kept: new Map(),
    interpreterOf: (path) => interpreterOf(tree.read(path)),
    reasonOf: absenceOf,
    openTargets: (commands, state) => openTargets(tree, commands, state),
    openFile(path, isAppending) {
      const write = tree.open(path, isAppending);
      return (content, encoding) => write(bytesOf(content, encoding));
    },
    realNames: withRealNames,
    matched: (pattern, text, ignoreCase) =>
      posixPattern(pattern, { extended: true, ignoreCase, multiline: false }).exec(text),
    readFile: async (path, options) => decode(readFrom(tree, path), encodingOf(options)),
    // biome-ignore lint/suspicious/noExplicitAny: the shell's type of bytes cannot be made from outside it
    readFileBytes: async (path) => latin1(readFrom(tree, path)) as any,
    readFileBuffer: async (path) => readFrom(tree, path).slice(),
    writeFile: async (path, content, options) => tree.write(path, bytesOf(content, encodingOf(options))),
    appendFile: async (path, content, options) => tree.append(path, bytesOf(content, encodingOf(options))),
    exists: async (path) => path in endlessFiles || tree.exists(path),
    stat: async (path) => statAt(tree, path),
    lstat: async (path) => shellStat(tree.lstat(path)),
    mkdir: async (path, options) => tree.makeFolder(path, options),
    readdir: async (path) => tree.list(path),
    readdirWithFileTypes: async (path) =>
      tree.list(path).map((name) => {
        const { kind } = tree.lstat(`${path}/${name}`);
        return { name, isFile: kind === "file", isDirectory: kind === "folder", isSymbolicLink: kind === "link" };
      }),
    rm: async (path, { recursive, force } = {}) => {
      if (force && !isThere(tree, path)) return;
      tree.remove(path, { recursive });
    },
    cp: async (from, to, options) => copy(tree, from, to, options?.recursive ?? false),
    mv: async (from, to) => tree.rename(from, to),
    resolvePath: (base, path) => resolve(base, path),
    getAllPaths: () => tree.paths(),
    chmod: async (path, mode) => tree.setMode(path, mode),
    symlink: async (target, path) => tree.link(target, path),
    link: async (path, name) => tree.addName(path, name),
    readlink: async (path) => tree.readLink(path),
    realpath: async (path) => tree.realPath(path),
    utimes: async (path, _, mtime) => tree.setTime(path, mtime.getTime()),
  } satisfies Omit<ShellFiles, keyof ShellKeeping>);
}

/** Files of a class of their own: the shell would copy a plain object, with all that is in it, for each of its commands. */
class Shared {}

/** Of a file without an end, as much as there is of what `yes` prints. */
function readFrom(tree: RunTree, path: string): Uint8Array {
  const endless = endlessFiles[path];
  return endless ? fromLatin1(endless(plenty)) : tree.read(path);
}

/** What is at a path, with links followed. */
function statAt(tree: RunTree, path: string): ShellStat {
  return shellStat(tree.stat(path in endlessFiles ? "/dev/null" : path));
}

/** What the shell and its commands learn of a file. */
interface ShellStat extends FsStat {
  /** By which the shell tells files apart. */
  readonly dev: number;
  readonly ino: number;
  readonly links: number;
}

/** Of what a command has asked, the number of the file and how many names it has. */
export function numbersOf(stat: FsStat): Pick<ShellStat, "ino" | "links"> {
  return stat as ShellStat;
}

/** The interpreter in a script's first line; the shell if it names none. */
function interpreterOf(bytes: Uint8Array): string {
  const line = new TextDecoder().decode(bytes.subarray(0, 200)).split("\n", 1)[0] ?? "";
  const name = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?(?:\S*\/)?([\w.-]+)/.exec(line)?.[1];
  if (name === undefined || /^(?:ba|da|z|k)?sh$/.test(name)) return "bash";
  // `uv run --script` reads the packages that a script declares, and then runs Python.
  return name === "uv" ? "python3" : name;
}

function isThere(tree: RunTree, path: string): boolean {
  try {
    tree.lstat(path);
    return true;
  } catch (caught) {
    if (caught instanceof RunFileError) return false;
    throw caught;
  }
}

function copy(tree: RunTree, from: string, to: string, recursive: boolean): void {
  const { kind, mode } = tree.stat(from);
  if (kind === "file") {
    tree.write(to, tree.read(from));
    tree.setMode(to, mode);
    return;
  }
  if (!recursive) throw new RunFileError("EISDIR", "cp", from);
  if (`${resolve("/", to)}/`.startsWith(`${resolve("/", from)}/`)) throw new RunFileError("EINVAL", "cp", to);
  tree.makeFolder(to, { recursive: true });
  for (const name of tree.list(from)) {
    const path = `${from}/${name}`;
    if (tree.lstat(path).kind === "link") tree.link(tree.readLink(path), `${to}/${name}`);
    else copy(tree, path, `${to}/${name}`, true);
  }
}

/** Whether two paths lead to one file; of nothing, nothing does. */
export function isOneFile(tree: RunTree, path: string | undefined, other: string | undefined): boolean {
  if (path === undefined || other === undefined || !tree.exists(path) || !tree.exists(other)) return false;
  const { kind, inode } = tree.stat(path);
  return kind === "file" && inode === tree.stat(other).inode;
}

/** Resolves to an absolute path without `.` and `..`; an empty one stays so, as it names nothing. */
export function resolve(base: string, path: string): string {
  if (path === "") return "";
  const names: string[] = [];
  for (const name of (path.startsWith("/") ? path : `${base}/${path}`).split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return `/${names.join("/")}`;
}

function shellStat({ kind, size, mode, mtime, inode, links }: RunStat): ShellStat {
  return {
    isFile: kind === "file",
    isDirectory: kind === "folder",
    isSymbolicLink: kind === "link",
    mode,
    size,
    mtime: new Date(mtime),
    dev: 1,
    ino: inode,
    links,
  };
}

type Given = Parameters<IFileSystem["readFile"]>[1] | Parameters<IFileSystem["writeFile"]>[2];

function encodingOf(options: Given): string {
  return (typeof options === "string" ? options : options?.encoding) ?? "utf8";
}

function decode(bytes: Uint8Array, encoding: string): string {
  if (encoding === "utf8" || encoding === "utf-8") return escapedText(bytes);
  if (encoding === "base64") return btoa(latin1(bytes));
  if (encoding === "hex") return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return latin1(bytes);
}

function bytesOf(content: string | Uint8Array, encoding: string): Uint8Array {
  if (typeof content !== "string") return content.slice();
  if (encoding === "utf8" || encoding === "utf-8") return escapedBytes(content);
  if (encoding === "base64") return fromLatin1(atob(content));
  if (encoding === "hex") return Uint8Array.from(content.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return fromLatin1(content);
}
