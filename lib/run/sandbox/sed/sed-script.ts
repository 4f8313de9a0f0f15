import type { Pattern } from "#lib/run/sandbox/patterns/pattern.ts";
import { posixPattern } from "#lib/run/sandbox/patterns/posix-pattern.ts";
import { PatternError } from "#lib/run/sandbox/patterns/posix-source.ts";
import { SedError } from "./sed-error.ts";
import { controls, plainSigns, type ReplacementPart, readReplacement, textToken } from "./sed-replacement.ts";

export type Address =
  | { readonly kind: "line"; readonly line: number }
  | { readonly kind: "last" }
  /** `undefined`: the last expression used. */
  | { readonly kind: "pattern"; readonly pattern: Pattern | undefined }
  | { readonly kind: "step"; readonly first: number; readonly step: number }
  /** Ends of a range: a number of lines later, or the next line whose number is a multiple. */
  | { readonly kind: "plus" | "multiple"; readonly count: number };

export interface Substitution {
  readonly name: "s";
  readonly pattern: Pattern | undefined;
  readonly replacement: readonly ReplacementPart[];
  readonly all: boolean;
  /** The first match to replace, from 1. */
  readonly from: number;
  readonly prints: boolean;
  readonly file: string | undefined;
  /** Whether what it makes is run as a command of the shell. */
  readonly runs: boolean;
}

type Act =
  | Substitution
  | { readonly name: "y"; readonly signs: ReadonlyMap<string, string> }
  | { readonly name: "a" | "i" | "c"; readonly text: string }
  | { readonly name: "b" | "t" | "T"; readonly label: string }
  | { readonly name: ":"; readonly label: string }
  /** Without a command, the pattern space is run. */
  | { readonly name: "e"; readonly command: string }
  | { readonly name: "r" | "R" | "w" | "W"; readonly file: string }
  | { readonly name: "q" | "Q" | "l"; readonly number: number | undefined }
  /** `end`: index of the matching `}`. */
  | { readonly name: "{"; end: number }
  | { readonly name: PlainName };

/** Commands without arguments. */
const plainNames = ["}", "d", "D", "g", "G", "h", "H", "n", "N", "p", "P", "x", "z", "=", "F"] as const;

type PlainName = (typeof plainNames)[number];

function isPlain(name: string): name is PlainName {
  return plainNames.some((each) => each === name);
}

export type SedCommand = Act & {
  readonly addresses: readonly Address[];
  /** `!` */
  readonly isInverted: boolean;
};

export interface SedScript {
  readonly commands: readonly SedCommand[];
  /** `#n` in the first line. */
  readonly isQuiet: boolean;
}

/**
 * Parses a whole GNU sed script before any of it runs.
 * @throws SedError for everything that it does not know: nothing is ignored
 */
export function readSedScript(source: string, extended: boolean): SedScript {
  const isQuiet = /^#n(?:\n|$)/.test(source);
  const reader = createReader(source, extended);
  const commands: SedCommand[] = [];
  const open: { end: number }[] = [];
  for (let command = reader.next(); command; command = reader.next()) {
    if (command.name === "{") open.push(command);
    if (command.name === "}") {
      const group = open.pop();
      if (!group) throw new SedError("unexpected `}'");
      group.end = commands.length;
    }
    commands.push(command);
  }
  if (open.length > 0) throw new SedError("unmatched `{'");
  const labels = new Set(commands.map((command) => (command.name === ":" ? command.label : "")));
  for (const command of commands) {
    if ("label" in command && !labels.has(command.label) && command.label !== "") {
      throw new SedError(`can't find label for jump to \`${command.label}'`, { status: 4 });
    }
  }
  return { commands, isQuiet };
}

/** Long, because there is one position in one text, which everything that reads moves. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one place in one text, which all that reads on moves
function createReader(source: string, extended: boolean) {
  let at = 0;

  const skip = (signs: RegExp) => {
    while (at < source.length && signs.test(source[at] ?? "")) at++;
  };
  const take = (form: RegExp): string | undefined => {
    form.lastIndex = at;
    const [found] = form.exec(source) ?? [];
    if (found !== undefined) at += found.length;
    return found;
  };

  function next(): SedCommand | undefined {
    skip(/[\s;]/);
    if (source[at] === "#") {
      take(/[^\n]*/y);
      return next();
    }
    if (at >= source.length) return undefined;
    const addresses = readAddresses();
    skip(/\s/);
    const isInverted = source[at] === "!";
    skip(/[!\s]/);
    const name = source[at++];
    if (name === undefined) throw new SedError("missing command");
    if ((name === ":" || name === "}") && addresses.length > 0)
      throw new SedError(`${name} doesn't want any addresses`);
    const act = readAct(name);
    if (!"{aic:".includes(name)) readEnd();
    return { ...act, addresses, isInverted };
  }

  /** Nothing may stand between a command and its separator from the next. */
  function readEnd(): void {
    skip(/[ \t\r]/);
    const sign = source[at];
    if (sign === undefined || sign === "}" || sign === "#") return;
    if (sign !== "\n" && sign !== ";") throw new SedError("extra characters after command");
    at++;
  }

  function readAddresses(): readonly Address[] {
    const first = readAddress();
    if (!first) return [];
    skip(/\s/);
    const last = take(/,\s*/y) === undefined ? undefined : readRangeEnd();
    if (first.kind === "line" && first.line === 0 && last?.kind !== "pattern") {
      throw new SedError("invalid usage of line address 0");
    }
    return last ? [first, last] : [first];
  }

  function readRangeEnd(): Address {
    const sign = take(/[+~]/y);
    if (sign !== undefined) return { kind: sign === "+" ? "plus" : "multiple", count: readNumber() ?? 0 };
    const last = readAddress();
    if (!last) throw new SedError("unexpected `,'");
    return last;
  }

  function readNumber(): number | undefined {
    const digits = take(/\d+/y);
    return digits === undefined ? undefined : Number(digits);
  }

  function readAddress(): Address | undefined {
    const line = readNumber();
    if (line !== undefined) {
      if (take(/~/y) === undefined) return { kind: "line", line };
      return { kind: "step", first: line, step: readNumber() ?? 0 };
    }
    if (source[at] === "$") {
      at++;
      return { kind: "last" };
    }
    if (source[at] !== "/" && source[at] !== "\\") return undefined;
    if (source[at] === "\\") at++;
    const delimiter = source[at++] ?? "";
    const pattern = readDelimited(delimiter, true, "unterminated address regex");
    const flags = take(/[IM]+/y) ?? "";
    return { kind: "pattern", pattern: readPattern(pattern, flags.includes("I"), flags.includes("M")) };
  }

  /** Reads up to the delimiter, which a backslash can escape. */
  function readDelimited(delimiter: string, isPattern: boolean, missing: string): string {
    let text = "";
    while (source[at] !== delimiter) {
      const token = take(isPattern ? patternToken : textToken);
      if (token === undefined) throw new SedError(missing);
      text += token === `\\${delimiter}` ? byItself(delimiter, isPattern) : token;
    }
    at++;
    return text;
  }

  function readPattern(text: string, ignoreCase: boolean, multiline: boolean): Pattern | undefined {
    if (text === "") return undefined;
    try {
      return posixPattern(text, { extended, ignoreCase, multiline });
    } catch (caught) {
      if (caught instanceof PatternError) throw new SedError(caught.message, { cause: caught });
      throw caught;
    }
  }

  function readAct(name: string): Act {
    if (isPlain(name)) return { name };
    switch (name) {
      case "{":
        return { name, end: 0 };
      case "s":
        return readSubstitution();
      case "y":
        return readTransliteration();
      case "a":
      case "i":
      case "c":
        return { name, text: readText() };
      case ":":
      case "b":
      case "t":
      case "T":
        return { name, label: readLabel(name) };
      case "r":
      case "R":
      case "w":
      case "W":
        return { name, file: readFile() };
      case "q":
      case "Q":
      case "l":
        skip(/[ \t]/);
        return { name, number: readNumber() };
      case "e":
        skip(/[ \t]/);
        return { name, command: take(/[^\n]*/y) ?? "" };
      default:
        throw new SedError(`unknown command: \`${name}'`);
    }
  }

  function readLabel(name: string): string {
    skip(/[ \t]/);
    const label = (take(name === ":" ? /[^\s;]*/y : /[^\s;}]*/y) ?? "").trim();
    if (name === ":" && label === "") throw new SedError('":" lacks a label');
    return label;
  }

  function readFile(): string {
    skip(/[ \t]/);
    const file = take(/[^\n]*/y) ?? "";
    if (file === "") throw new SedError("missing filename in r/R/w/W commands");
    return file;
  }

  /** The text of `a`, `i` and `c`, to the end of its last line. */
  function readText(): string {
    skip(/[ \t]/);
    if (at >= source.length) throw new SedError("expected \\ after `a', `c' or `i'");
    // After a backslash the text begins in the next line, or here with the blanks before it.
    take(/\\(?:[ \t]*\n|[ \t]*(?=\\))?/y);
    const text = take(/(?:\\.|[^\\\n])*\\?/sy) ?? "";
    at++;
    return `${text.replaceAll(/\\(.?)/gs, (_, sign: string) => controls[sign] ?? sign)}\n`;
  }

  function readSubstitution(): Substitution {
    const delimiter = readDelimiter("s");
    const pattern = readDelimited(delimiter, true, "unterminated `s' command");
    const replacement = readReplacement(readDelimited(delimiter, false, "unterminated `s' command"));
    const flags = take(/(?:[gpiImMe]|\d+)*/y) ?? "";
    const from = Number(/\d+/.exec(flags)?.[0] ?? 1);
    if (from === 0) throw new SedError("number option to `s' command may not be zero");
    return {
      name: "s",
      pattern: readPattern(pattern, /i/i.test(flags), /m/i.test(flags)),
      replacement,
      all: flags.includes("g"),
      from,
      prints: flags.includes("p"),
      runs: flags.includes("e"),
      file: take(/w/y) === undefined ? undefined : readFile(),
    };
  }

  function readDelimiter(name: string): string {
    const delimiter = source[at++];
    if (delimiter === undefined || delimiter === "\n" || delimiter === "\\") {
      throw new SedError(`unterminated \`${name}' command`);
    }
    return delimiter;
  }

  function readTransliteration(): Act {
    const delimiter = readDelimiter("y");
    const [from, to] = [0, 0].map(() => plainSigns(readDelimited(delimiter, false, "unterminated `y' command")));
    if (from?.length !== to?.length) throw new SedError("strings for `y' command are different lengths");
    return { name: "y", signs: new Map(from?.map((sign, index) => [sign, to?.[index] ?? ""])) };
  }

  return { next };
}

/** Within brackets a delimiter is an ordinary character. */
const patternToken = /\[\^?\]?(?:\[[:.=][^\]]*\]|[^\]\n])*\]|\\.|[^\\\n]/sy;

/** An escaped delimiter: the literal character, without its special meaning. */
function byItself(delimiter: string, isPattern: boolean): string {
  if (isPattern) return ".*$[".includes(delimiter) ? `[${delimiter}]` : delimiter;
  return delimiter === "&" ? "\\&" : delimiter;
}
