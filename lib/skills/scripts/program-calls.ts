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

export function nameOf({ words: [name = ""], line }: StartedCommand): Called {
  return { name, line };
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
