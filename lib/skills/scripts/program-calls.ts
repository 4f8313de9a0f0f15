import type { CodeToken } from "./code-tokens.ts";
import type { Called } from "./scan.ts";
import { shellCommands } from "./shell-commands.ts";

/** A command that a script in another language than a shell's starts. */
export interface StartedCommand {
  /** Name and arguments, as far as they stand in the script. */
  readonly words: readonly string[];
  /** 1-based. */
  readonly line: number;
}

/** The commands of a text that stands at this line. @param given further arguments */
export function commandsOfText(text: string, line: number, given: readonly string[] = []): readonly StartedCommand[] {
  return shellCommands(text).commands.map(({ words }) => ({ words: [...words, ...given], line }));
}

/** Commands that start the command after them, with the letters of their options that take a value. */
const prefixes: ReadonlyMap<string, string> = new Map([
  ...([
    ["exec", "a"],
    ["nohup", ""],
    ["env", "uCS"],
    ["time", "fo"],
    ["xargs", "InLPdEsa"],
  ] as const),
  ...([
    ["timeout", "ks"],
    ["nice", "n"],
  ] as const),
]);

/** The program that a command's words start in the end: `curl` for `env -u http_proxy timeout 5 curl`, `pip` for `python3 -m pip`. */
export function startedBy(words: readonly string[]): string {
  let taking: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (/^python3?$/.test(word) && words[at + 1] === "-m") return words[at + 2] ?? "";
    if (prefixes.has(word)) taking = prefixes.get(word);
    else if (taking !== undefined && /^-\w$/.test(word) && taking.includes(word.charAt(1))) at++;
    else if ((taking === undefined || !/^-|^\d+[smhd]?$/.test(word)) && !/^\w+=/.test(word)) return word;
  }
  return "";
}

export function nameOf({ words, line }: StartedCommand): Called {
  return { name: startedBy(words), line };
}

/** Most tokens of a list that are looked at. */
const mostInList = 80;

/** The texts in the list that begins at this token, if one does. */
export function textsFrom(tokens: readonly CodeToken[], start: number): readonly string[] {
  if (tokens[start]?.text !== "[") return [];
  const list = tokens.slice(start + 1, start + mostInList);
  const end = list.findIndex(({ kind, text }) => kind === "sign" && text === "]");
  return list.slice(0, end < 0 ? undefined : end).flatMap(({ kind, text }) => (kind === "string" ? [text] : []));
}
