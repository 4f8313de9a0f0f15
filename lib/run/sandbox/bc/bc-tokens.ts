export interface Token {
  readonly kind: "number" | "name" | "text" | "sign" | "wrong" | "end";
  readonly text: string;
  readonly line: number;
}

const blanks = /(?:[ \t\r]|\\\n|\/\*[\s\S]*?\*\/|#[^\n]*)+/y;
const forms = [
  ["number", /(?:[0-9A-Z]|\\\n)+(?:\.(?:[0-9A-Z]|\\\n)*)?|\.[0-9A-Z]+/y],
  ["name", /[a-z][a-z0-9_]*/y],
  ["text", /"[^"]*"/y],
  ["sign", /\n|\+\+|--|&&|\|\||[-+*/%^<>=!]=|[-+*/%^<>=!(){}[\],;.]/y],
] as const;

/** The tokens of a program, with line ends; the last one is the end. */
export function tokensOf(program: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let at = 0;

  function take(form: RegExp): string | undefined {
    form.lastIndex = at;
    const found = form.exec(program)?.[0];
    if (found === undefined || found === "") return undefined;
    at += found.length;
    line += found.split("\n").length - 1;
    return found;
  }

  function token(): Token {
    for (const [kind, form] of forms) {
      const begun = line;
      const found = take(form);
      if (found !== undefined)
        return { kind, text: kind === "number" ? found.replaceAll("\\\n", "") : found, line: begun };
    }
    at++;
    return { kind: "wrong", text: program[at - 1] ?? "", line };
  }

  for (;;) {
    take(blanks);
    if (at >= program.length) return [...tokens, { kind: "end", text: "", line }];
    tokens.push(token());
  }
}
