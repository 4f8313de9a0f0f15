import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";

/**
 * Reads what the shell's own find takes for something else or does not know: patterns by their syntax, permissions by their letters, and
 * `-execdir`. Refuses to compare with a file that is not there. @throws OptionError
 */
export async function find(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { origCommand, fs, cwd } = context;
  if (!origCommand) throw new Error("The shell has no find.");
  for (const [at, arg] of args.entries()) {
    const other = args[at + 1];
    if (!/^-(?:newer|anewer|cnewer)$/.test(arg) || other === undefined) continue;
    if (!(await fs.exists(resolve(cwd, other)))) throw new OptionError(`'${other}': No such file or directory`);
  }
  return origCommand(rewritten(args));
}

const units: Readonly<Record<string, number>> = { w: 2, b: 512, k: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** A size in bytes: find counts whole units, and rounds up. */
function sizesOf(name: string, size: string): readonly string[] {
  const [, sign = "", number = "", unit = ""] = /^([-+]?)(\d+)([wbkMG]?)$/.exec(size) ?? [];
  if (number === "") return [name, size];
  const each = units[unit] ?? 512;
  const most = Number(number) * each;
  const below = `-${Math.max(0, most - each + 1)}c`;
  if (sign === "-") return [name, below];
  if (sign === "+") return [name, `+${most}c`];
  return most === 0 ? [name, "-1c"] : ["(", name, `+${most - each}c`, name, `-${most + 1}c`, ")"];
}

function rewritten(args: readonly string[]): string[] {
  const rest = [...args];
  let syntax = "emacs";
  const rewrite: Readonly<Record<string, (name: string) => readonly string[]>> = {
    "-exec": (name) => [name, ...takenUntilEnd(rest)],
    "-execdir": () => ["-exec", ...inItsFolder(takenUntilEnd(rest))],
    "-regextype": () => {
      syntax = rest.shift() ?? "";
      return [];
    },
    "-regex": (name) => [name, ...rest.splice(0, 1).map((pattern) => patternIn(syntax, pattern))],
    "-iregex": (name) => [name, ...rest.splice(0, 1).map((pattern) => patternIn(syntax, pattern))],
    "-printf": (name) => [name, ...rest.splice(0, 1).map(printable)],
    "-size": (name) => sizesOf(name, rest.shift() ?? ""),
    "-perm": (name) => [name, ...rest.splice(0, 1).map(permissionsOf)],
  };
  const found: string[] = [];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift())
    found.push(...((Object.hasOwn(rewrite, arg) ? rewrite[arg]?.(arg) : undefined) ?? [arg]));
  return found;
}

/** The words of a command, with the `;` or `+` at its end. */
function takenUntilEnd(rest: string[]): string[] {
  const end = rest.findIndex((word, at) => word === ";" || (word === "+" && rest[at - 1] === "{}"));
  return rest.splice(0, end < 0 ? rest.length : end + 1);
}

/** A command that runs in the folder of what was found. */
function inItsFolder(words: readonly string[]): string[] {
  const command = words.slice(0, -1).map((word) => quoted(word).replaceAll("{}", `'"$name"'`));
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
  const place = 'case "$1" in */*) cd "${1%/*}/" ;; esac && name=./"${1##*/}" &&';
  return ["sh", "-c", `${place} ${command.join(" ")}`, "find", "{}", ";"];
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** Syntaxes in which these signs stand for themselves unless a backslash is before them. */
const swapped: Readonly<Record<string, RegExp>> = {
  emacs: /\\?[(){}|]/g,
  "posix-basic": /\\?[(){}|+?]/g,
  ed: /\\?[(){}|+?]/g,
  sed: /\\?[(){}|+?]/g,
  grep: /\\?[(){}|+?]/g,
};
const extended: ReadonlySet<string> = new Set([
  "posix-extended",
  "posix-egrep",
  "egrep",
  "posix-awk",
  "awk",
  "gnu-awk",
]);

/** The pattern in the shell's syntax, which is JavaScript's; it has to match the whole path. @throws OptionError */
function patternIn(syntax: string, pattern: string): string {
  if (extended.has(syntax)) return `^(?:${pattern})$`;
  const signs = swapped[syntax];
  if (!signs) throw new OptionError(`Unknown regular expression type '${syntax}'`);
  // Inside brackets all signs stand for themselves.
  const parts = pattern
    .split(/(\[\^?\]?[^\]]*\])/)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replace(signs, (sign) => (sign.length > 1 ? sign.slice(1) : `\\${sign}`)),
    )
    .join("");
  return `^(?:${parts})$`;
}

/** A format of which the shell's own find knows every part; it prints the others as they are. @throws OptionError */
function printable(format: string): string {
  for (const [part, letter = ""] of format.matchAll(/%%|%[-+ #0]*\d*(?:\.\d+)?(.)/gs))
    if (part !== "%%" && !knownParts.includes(letter)) throw new OptionError(`-printf cannot print '${part}' here`);
  return format;
}

const knownParts = "fhpPsdmMtT";

const users: Readonly<Record<string, number>> = { u: 0o100, g: 0o10, o: 0o1, a: 0o111 };
const rights: Readonly<Record<string, number>> = { r: 4, w: 2, x: 1 };

/** `-u+x`, `/a+w`, `u=rw,g=r` by number, as the shell's own find wants them; others as they are. */
function permissionsOf(given: string): string {
  const [, how = "", letters = ""] = /^([-/]?)((?:[ugoa]*[+=][rwx]+,?)+)$/.exec(given) ?? [];
  if (letters === "") return given;
  let mode = 0;
  for (const [, who = "", what = ""] of letters.matchAll(/([ugoa]*)[+=]([rwx]+)/g)) {
    for (const user of who || "a") for (const right of what) mode |= (users[user] ?? 0) * (rights[right] ?? 0);
  }
  return how + mode.toString(8);
}
