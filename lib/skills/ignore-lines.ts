import { memoObject } from "#lib/memo.ts";
import { matchesGlobs } from "./glob.ts";

/** A line of a .gitignore. */
interface IgnoreLine {
  /** What it names. */
  readonly globs: readonly string[];
  readonly isFolder: boolean;
  /** It brings back what an earlier line has taken. */
  readonly isNegated: boolean;
}

/**
 * Whether the lines of a .gitignore name a path, relative to their folder, or a folder that it is in: nothing below such a folder is brought
 * back. `isFolder`: what the path is.
 */
export function isIgnored(lines: readonly string[], path: string, isFolder = false): boolean {
  const names = path.split("/");
  const isNamed = (_: string, at: number) =>
    ignoreVerdict(lines, names.slice(0, at + 1).join("/"), isFolder || at < names.length - 1);
  return names.some(isNamed);
}

/** What the last of the lines that names the path itself says of it; `undefined` if none does. `isFolder`: what the path is. */
export function ignoreVerdict(lines: readonly string[], path: string, isFolder: boolean): boolean | undefined {
  const fits = (line: IgnoreLine) => (isFolder || !line.isFolder) && matchesGlobs(line.globs, path);
  const last = readLines(lines).findLast(fits);
  return last && !last.isNegated;
}

/** Most characters of a line that names anything, as of a path on Linux (PATH_MAX). */
const longestLine = 4096;

const readLines = memoObject((lines: readonly string[]): readonly IgnoreLine[] => lines.flatMap(readLine));

function readLine(text: string): readonly IgnoreLine[] {
  const line = text.length > longestLine ? "" : text.replace(/(?<!\\)\s+$/, "");
  if (line === "" || line.startsWith("#") || /^!?\.\//.test(line)) return [];
  const isNegated = line.startsWith("!");
  const whole = isNegated ? line.slice(1) : line;
  const path = whole.replace(/\/$/, "");
  // Without a slash it is about names in any folder. A wildcard after a backslash is a plain character.
  const glob = (path.includes("/") ? path : `**/${path === "**" ? "*" : path}`)
    .replace(/\\([*?[])/g, "[$1]")
    .replace(/\\(.)/g, "$1")
    // Braces stand for themselves.
    .replace(/\[[^\]]*\]|\{/g, (part) => (part === "{" ? "[{]" : part));
  return [{ globs: [glob], isFolder: whole !== path, isNegated }];
}
