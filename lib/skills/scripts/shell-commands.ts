import { type ShellToken, type ShellWord, shellTokens } from "./shell-tokens.ts";

/** A command in a shell text, as far as it can be told without running it. */
export interface ShellCommand {
  /** Name and arguments, without quotes. A word that only a shell can expand stays as written. */
  readonly words: readonly string[];
  /** Files that the command writes its output to or reads from. */
  readonly redirects: readonly ShellRedirect[];
  /** Whether every word is literal: the command has no expansion, no pattern and no assignment. */
  readonly isPlain: boolean;
  /** 1-based line of the text. */
  readonly line: number;
  /** Whether it is none, but stands before a `)` that nothing opens, as a pattern of `case` does. */
  readonly isPattern?: boolean;
}

export interface ShellRedirect {
  readonly kind: "reads" | "writes";
  readonly path: string;
}

/** The commands of a text, and whether it is a single command and nothing else. */
export interface ShellText {
  readonly commands: readonly ShellCommand[];
  readonly isOne: boolean;
}

/** Most commands of one text, and most levels of nested command substitutions. */
const most = { commands: 2000, depth: 4 } as const;

/** Reserved words that begin or end a structure; they are not commands. */
const structure = new Set("if then else elif fi while until do done esac in ! { } [[ ]] time".split(" "));
/** After these reserved words come names; no command begins before the next separator. */
const naming = new Set(["for", "case", "function", "select"]);

/**
 * The commands of a shell text in order, including those in subshells and loops. A shell does more with a text than is looked at here: the
 * list has what is written there and does not guarantee that nothing else runs.
 */
export function shellCommands(text: string): ShellText {
  const { commands, isStructured } = gatheredIn(text, 0);
  return { commands, isOne: commands.length === 1 && !isStructured };
}

function gatheredIn(text: string, depth: number): Gathered {
  const gathered: Gathered = {
    commands: [],
    isStructured: false,
    growing: begun(),
    next: undefined,
    open: 0,
    begins: 0,
  };
  for (const token of shellTokens(text)) {
    if (gathered.commands.length >= most.commands) break;
    gather(gathered, token, depth);
  }
  endCommand(gathered);
  return gathered;
}

interface Gathered {
  readonly commands: Growing[];
  isStructured: boolean;
  growing: Growing;
  /** What the next word is, if it is not a word of the command itself. */
  next: "reads" | "writes" | "here" | "text" | undefined;
  /** How many brackets are open. */
  open: number;
  /** How many commands stand before the present pipeline. */
  begins: number;
}

interface Growing {
  readonly words: string[];
  readonly redirects: ShellRedirect[];
  isPlain: boolean;
  line: number;
  isPattern?: boolean;
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
      // A mere end of a command is no structure: a further command is counted anyway.
      if (token.sign !== "\n" && token.sign !== ";") gathered.isStructured = true;
      endCommand(gathered);
      noteBrackets(gathered, token.sign);
      return;
    case "word":
      if (depth < most.depth) gatherInner(gathered, token, depth + 1);
      if (!token.isPlain) gathered.growing.isPlain = false;
      addWord(gathered, token);
  }
}

function noteBrackets(gathered: Gathered, sign: string): void {
  if (sign.endsWith("(")) gathered.open++;
  else if (sign === ")" && gathered.open > 0) gathered.open--;
  else if (sign === ")") for (const each of gathered.commands.slice(gathered.begins)) each.isPattern = true;
  if (sign !== "|") gathered.begins = gathered.commands.length;
}

/** Adds the commands of substitutions in a word. */
function gatherInner({ commands }: Gathered, { inner, line }: ShellToken & ShellWord, depth: number): void {
  for (const text of inner) commands.push(...gatheredIn(text, depth).commands.map((command) => ({ ...command, line })));
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
