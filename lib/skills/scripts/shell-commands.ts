import { type ShellToken, type ShellWord, shellTokens } from "./shell-tokens.ts";

/** A command of a text of shell, as far as it can be told without running it. */
export interface ShellCommand {
  /** Its name and arguments, without the quotes. A word that only a shell can fill in stands as it is written. */
  readonly words: readonly string[];
  /** Files that what it prints goes to, or comes from. */
  readonly redirects: readonly ShellRedirect[];
  /** Whether each word means itself: nothing in it is filled in, matched, or set for this command. */
  readonly isPlain: boolean;
  /** Line of the text, from 1. */
  readonly line: number;
}

export interface ShellRedirect {
  readonly kind: "reads" | "writes";
  readonly path: string;
}

/** The commands of a text, and whether it is one command and nothing else. */
export interface ShellText {
  readonly commands: readonly ShellCommand[];
  readonly isOne: boolean;
}

/** Commands that are told of one text, and how deep one stands in what fills in another's words. */
const most = { commands: 2000, depth: 4 } as const;

/** Words that begin or end a structure, and are no commands. */
const structure = new Set([
  ...[
    "if",
    "then",
    "else",
    "elif",
    "fi",
    "while",
    "until",
    "do",
    "done",
    "esac",
    "in",
    "!",
    "{",
    "}",
    "[[",
    "]]",
    "time",
  ],
]);
/** The words behind these name something: no command follows up to the end of theirs. */
const naming = new Set(["for", "case", "function", "select"]);

/**
 * The commands of a text of shell, in their order, those of subshells and bodies of loops among them. A shell means more by a text than this
 * looks at: it names what is written there, and never vouches that nothing else is run.
 */
export function shellCommands(text: string, depth = 0): ShellText {
  const gathered: Gathered = { commands: [], isStructured: false, growing: begun(), next: undefined };
  for (const token of shellTokens(text)) {
    if (gathered.commands.length >= most.commands) break;
    gather(gathered, token, depth);
  }
  endCommand(gathered);
  const { commands, isStructured } = gathered;
  return { commands, isOne: commands.length === 1 && !isStructured };
}

interface Gathered {
  readonly commands: ShellCommand[];
  isStructured: boolean;
  growing: Growing;
  /** What the next word is, where it is none of the command's own. */
  next: "reads" | "writes" | "here" | "text" | undefined;
}

interface Growing {
  readonly words: string[];
  readonly redirects: ShellRedirect[];
  isPlain: boolean;
  line: number;
}

function begun(): Growing {
  return { words: [], redirects: [], isPlain: true, line: 0 };
}

function gather(gathered: Gathered, token: ShellToken, depth: number): void {
  switch (token.kind) {
    case "redirect":
      gathered.next = token.what;
      if (token.what === "here" || token.what === "text") gathered.growing.isPlain = false;
      return;
    case "operator":
      // What only ends a command is no structure: another one counts by itself.
      if (token.sign !== "\n" && token.sign !== ";") gathered.isStructured = true;
      endCommand(gathered);
      return;
    case "word":
      if (depth < most.depth) gatherInner(gathered, token, depth + 1);
      if (!token.isPlain) gathered.growing.isPlain = false;
      addWord(gathered, token);
  }
}

/** Commands whose output becomes part of a word are commands, too. */
function gatherInner({ commands }: Gathered, { inner, line }: ShellToken & ShellWord, depth: number): void {
  for (const text of inner)
    commands.push(...shellCommands(text, depth).commands.map((command) => ({ ...command, line })));
}

function addWord(gathered: Gathered, { text, line }: { readonly text: string; readonly line: number }): void {
  const { growing, next } = gathered;
  gathered.next = undefined;
  if (next === "reads" || next === "writes") growing.redirects.push({ kind: next, path: text });
  else if (next !== undefined) return;
  else if (growing.words.length > 0) growing.words.push(text);
  else if (structure.has(text)) gathered.isStructured = true;
  else if (/^\w+\+?=/.test(text)) growing.isPlain = false;
  else {
    growing.words.push(text);
    growing.line = line;
  }
}

function endCommand(gathered: Gathered): void {
  const { growing, commands } = gathered;
  const [name] = growing.words;
  gathered.growing = begun();
  gathered.next = undefined;
  if (name === undefined) gathered.isStructured ||= !growing.isPlain || growing.redirects.length > 0;
  else if (naming.has(name)) gathered.isStructured = true;
  else commands.push(growing);
}
