import { AwkError } from "./awk-syntax.ts";

/** `call`: a function's name with its parenthesis right behind. `end`: a line's end. */
export interface AwkToken {
  readonly kind: "number" | "string" | "pattern" | "name" | "call" | "builtin" | "keyword" | "sign" | "end" | "eof";
  readonly text: string;
  readonly line: number;
}

const keywords = new Set(
  "BEGIN END BEGINFILE ENDFILE switch case default function func if else while for do break continue next nextfile exit return delete in getline print printf".split(
    " ",
  ),
);

const builtins: ReadonlySet<string> = new Set(
  "length substr index split asort asorti sub gsub match sprintf sin cos atan2 exp log sqrt int rand srand tolower toupper system close fflush gensub strftime systime strtonum mktime and or xor lshift rshift compl isarray typeof patsplit".split(
    " ",
  ),
);

const blank = /(?:[ \t\r]|\\\r?\n|#[^\n]*)+/y;
const number = /0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
const name = /[A-Za-z_]\w*/y;
const signs = /\*\*=|\|\||&&|\+\+|--|\+=|-=|\*=|\/=|%=|\^=|\*\*|==|<=|>=|!=|!~|>>|[-+*/%^!<>|?:~$=,;(){}[\]]/y;

/** A number as GNU's awk reads it in a program, where digits that begin with 0 are octal. */
function numberOf(digits: string): string {
  return /^0[0-7]+$/.test(digits) ? `0o${digits}` : digits;
}

/** Splits a program into tokens. @throws AwkError */
export function awkTokens(source: string): readonly AwkToken[] {
  const tokens: AwkToken[] = [];
  let at = 0;
  let line = 1;

  function take(form: RegExp): string | undefined {
    form.lastIndex = at;
    const found = form.exec(source)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  }

  function add(kind: AwkToken["kind"], text: string): void {
    tokens.push({ kind, text, line });
  }

  for (;;) {
    line += (take(blank) ?? "").split("\n").length - 1;
    const sign = source[at];
    if (sign === undefined) break;
    if (sign === "\n") {
      at++;
      add("end", "\n");
      line++;
    } else if (sign === '"') add("string", unescaped(readWhole(wholeString, "string")));
    else if (sign === "/" && !endsOperand(tokens.at(-1)))
      add("pattern", readWhole(wholePattern, "regexp").replaceAll("\\/", "/"));
    else addWord();
  }
  add("eof", "");
  return tokens;

  function addWord(): void {
    const digits = take(number);
    const word = digits ?? take(name);
    const found = word ?? take(signs);
    if (found === undefined) throw new AwkError(`syntax error at source line ${line}: unexpected ${source[at]}`);
    const kind = digits !== undefined ? "number" : word !== undefined ? kindOf(word) : "sign";
    add(kind, digits === undefined ? (others[found] ?? found) : numberOf(digits));
  }

  function kindOf(word: string): AwkToken["kind"] {
    if (keywords.has(word)) return "keyword";
    if (builtins.has(word)) return "builtin";
    return source[at] === "(" ? "call" : "name";
  }

  function readWhole(form: RegExp, what: string): string {
    const found = take(form);
    if (found === undefined) throw new AwkError(`unterminated ${what} at source line ${line}`);
    return found.slice(1, -1);
  }
}

/** Within a pattern, brackets may contain its own end. */
const wholeString = /"(?:\\[\s\S]|[^"\\\n])*"/y;
const wholePattern = /\/(?:\[\^?\]?(?:\[:\w+:\]|\\.|[^\]\n])*\]|\\.|[^/\\\n[])+\//y;

/** Whether a slash after this token divides. */
function endsOperand(token: AwkToken | undefined): boolean {
  if (token === undefined) return false;
  if (token.kind === "sign") return [")", "]", "++", "--"].includes(token.text);
  return token.kind === "number" || token.kind === "string" || token.kind === "name" || token.text === "length";
}

/** Other spellings of the same. */
const others: Readonly<Record<string, string>> = { func: "function", "**": "^", "**=": "^=" };

const escapes: Readonly<Record<string, string>> = {
  ...{ n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v", "\\": "\\", '"': '"', "/": "/", "\n": "" },
};

/** A string's text; a backslash before any other character stays, as in patterns that are written as strings. */
export function unescaped(text: string): string {
  return text.replaceAll(/\\(x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|[\s\S])/g, (whole, sign: string) => {
    const known = escapes[sign];
    if (known !== undefined) return known;
    if (/^x./.test(sign)) return String.fromCharCode(Number.parseInt(sign.slice(1), 16));
    return /^[0-7]/.test(sign) ? String.fromCharCode(Number.parseInt(sign, 8)) : whole;
  });
}
