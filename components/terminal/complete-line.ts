import type { Files } from "#lib/vfs/files.ts";
import { commonStart, resolvePath } from "#lib/vfs/paths.ts";

const commands = [
  ...["awk", "bash", "cat", "cd", "cp", "cut", "diff", "du", "echo", "find", "grep", "head", "jq", "ls", "mkdir", "mv"],
  ...["node", "pwd", "rm", "sed", "sort", "tail", "tar", "tee", "tr", "tree", "uniq", "wc", "xargs", "yq"],
];

/**
 * Completes the last word of a line as far as all candidates agree; returns the line unchanged if nothing fits.
 * @param cwd the folder in which the line would run
 */
export function completeLine(line: string, files: Files, cwd: string): string {
  const typed = /(?:\\.|[^\s\\])*$/.exec(line)?.[0] ?? "";
  const word = typed.replaceAll(/\\(.)/g, "$1");
  const before = line.slice(0, line.length - typed.length);
  const isCommand = /(?:^|[|;&(])\s*$/.test(before) && !word.includes("/");
  const fitting = isCommand ? commands.filter((name) => name.startsWith(word)) : pathsFor(word, files, cwd);
  const common = commonStart(fitting);
  if (common.length <= word.length && fitting.length !== 1) return line;
  const isWhole = fitting.length === 1 && !common.endsWith("/");
  return `${before}${typed}${escaped(common.slice(word.length))}${isWhole ? " " : ""}`;
}

/** A part of a name as the shell reads it as nothing else. */
function escaped(text: string): string {
  return text.replaceAll(/[\s"'\\$`&|;<>()*?[\]{}!#]/g, "\\$&");
}

function pathsFor(word: string, files: Files, cwd: string): string[] {
  const slash = word.lastIndexOf("/") + 1;
  const [folder, start] = [word.slice(0, slash), word.slice(slash)];
  const entries = files.list(resolvePath(cwd, folder === "" ? "." : folder)) ?? [];
  const isWanted = (name: string) => name.startsWith(start) && (start !== "" || !name.startsWith("."));
  return entries
    .filter(({ name }) => isWanted(name))
    .map(({ name, kind }) => `${folder}${name}${kind === "folder" ? "/" : ""}`);
}
