import { basename } from "#lib/vfs/paths.ts";
import type { ShellCommand } from "./shell-commands.ts";

/** The languages of scripts that can be started. */
export type ScriptLanguage = "shell" | "javascript" | "python";

const interpreters = languagesOf({
  shell: "sh bash dash zsh",
  javascript: "node nodejs tsx ts-node bun",
  python: "python python3",
});

const extensions = languagesOf({ shell: "sh bash", javascript: "js mjs cjs ts mts cts", python: "py" });

/** Languages by the words that stand for each, such as endings of names. A map, as a file may be called `x.constructor`. */
export function languagesOf<Language extends string>(
  words: Readonly<Record<Language, string>>,
): ReadonlyMap<string, Language> {
  const all = Object.entries(words) as [Language, string][];
  return new Map(all.flatMap(([language, named]) => named.split(" ").map((word) => [word, language] as const)));
}

/** The language of a script, by its file name or else by its first line; `undefined` for a file that is no script. */
export function scriptLanguage(path: string, text: string): ScriptLanguage | undefined {
  const name = basename(path);
  if (/\.d\.[cm]?ts$/.test(name)) return undefined;
  const extension = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : undefined;
  if (extension !== undefined) return extensions.get(extension);
  const [, first = ""] = /^#!(.*)/.exec(text.slice(0, 200)) ?? [];
  const words = first.split(/[\s/]+/);
  const named = words.map((word) => word.replace(/[\d.]+$/, "")).find((word) => interpreters.has(word));
  return interpreters.get(named ?? "");
}

/** The script that a command starts. */
export interface StartedScript {
  /** Path as written in the command. */
  readonly path: string;
  /** Whether the command does nothing but start the script, with literal arguments. */
  readonly isAlone: boolean;
}

/** Commands that start the command after them. */
const prefixes = new Set(["exec", "command", "nohup", "env"]);

/** The script that a command starts; `undefined` if it starts none that can be told from its text. */
export function startedScript({ words, redirects, isPlain }: ShellCommand): StartedScript | undefined {
  const from = words.findIndex((word) => !prefixes.has(word));
  const [name = "", ...rest] = words.slice(Math.max(from, 0));
  const isBare = isPlain && from === 0 && redirects.length === 0;
  if (name.includes("/") && !interpreters.has(basename(name))) return { path: name, isAlone: isBare };
  if (name === "source" || name === ".") return rest[0] === undefined ? undefined : { path: rest[0], isAlone: false };
  if (!interpreters.has(basename(name))) return undefined;
  const first = rest.findIndex((word) => !word.startsWith("-"));
  const options = first === -1 ? rest : rest.slice(0, first);
  const path = rest[first];
  const isInline = options.some((option) => /^-\w*[cepm]$|^--(?:eval|print|import|require)/.test(option));
  return path === undefined || isInline ? undefined : { path, isAlone: isBare && options.length === 0 };
}
