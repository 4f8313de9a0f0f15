import { BcFault, type Definition, type Expression, type Place, type Statement, type Text } from "./bc-syntax.ts";
import type { Token } from "./bc-tokens.ts";

/** What is run at once: the statements of a line, or a function that it defines; `quit` ends bc as soon as it is read. */
export type Item =
  | Definition
  | { readonly kind: "line"; readonly statements: readonly Statement[] }
  | { readonly kind: "quit" };

const comparisons: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">="]);
const assignments: ReadonlySet<string> = new Set(["=", "+=", "-=", "*=", "/=", "%=", "^="]);
const keywords: ReadonlySet<string> = new Set(
  "if else while for break continue return define auto quit halt print limits warranty read random void".split(" "),
);
/** Variables that have a function's name too. */
const named: ReadonlySet<string> = new Set(["scale", "ibase", "obase", "last"]);

class Quit extends Error {}

/**
 * Reads a program item by item (POSIX's grammar with GNU's additions), so that one that is faulty ends with its line.
 * @returns each item, or what is wrong with it
 */
export function* itemsOf(
  tokens: readonly Token[],
): Generator<Item | { readonly kind: "fault"; readonly line: number; readonly text: string }> {
  const reader = readerOf(tokens);
  while (reader.next().kind !== "end") {
    const { line } = reader.next();
    try {
      const item = reader.item();
      if (item) yield item;
    } catch (caught) {
      if (caught instanceof Quit) return yield { kind: "quit" };
      if (!(caught instanceof BcFault || caught instanceof RangeError)) throw caught;
      yield {
        kind: "fault",
        line: Math.max(line, reader.next().line),
        text: caught instanceof BcFault ? caught.message : "this is nested too deeply",
      };
      reader.skipLine();
    }
  }
}

/** Long, because the grammar's rules call one another. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one grammar, whose rules call one another
function readerOf(tokens: readonly Token[]) {
  let at = 0;
  const end: Token = tokens.at(-1) ?? { kind: "end", text: "", line: 1 };
  const next = () => tokens[at] ?? end;
  const isSign = (...texts: string[]) => next().kind === "sign" && texts.includes(next().text);
  const fault = () => new BcFault(next().kind === "wrong" ? `illegal character: ${next().text}` : "syntax error");
  const isWord = (word: string) => next().kind === "name" && next().text === word;

  function accept(...texts: string[]): string | undefined {
    if (!isSign(...texts)) return undefined;
    return tokens[at++]?.text;
  }

  function acceptWord(word: string): boolean {
    if (!isWord(word)) return false;
    at++;
    return true;
  }

  function expect(text: string): void {
    if (accept(text) === undefined) throw fault();
  }

  function skipLines(): void {
    while (accept("\n") !== undefined) {
      // Empty lines.
    }
  }

  function name(): string {
    const { kind, text } = next();
    if (kind !== "name" || keywords.has(text)) throw fault();
    at++;
    return text;
  }

  function list<Each>(close: string, each: () => Each): readonly Each[] {
    const all: Each[] = [];
    if (accept(close) !== undefined) return all;
    do {
      all.push(each());
    } while (accept(",") !== undefined);
    expect(close);
    return all;
  }

  /** A left-associative rule. */
  function chain(of: () => Expression, ...signs: string[]): Expression {
    let left = of();
    for (let sign = accept(...signs); sign !== undefined; sign = accept(...signs))
      left = { kind: "two", sign, left, right: of() };
    return left;
  }

  const expression = (): Expression => chain(() => chain(negation, "&&"), "||");
  const negation = (): Expression =>
    accept("!") === undefined ? chain(sum, ...comparisons) : { kind: "not", of: negation() };
  const sum = (): Expression => chain(() => chain(powers, "*", "/", "%"), "+", "-");

  function powers(): Expression {
    const left = signed();
    return accept("^") === undefined ? left : { kind: "two", sign: "^", left, right: powers() };
  }

  function signed(): Expression {
    if (accept("-") !== undefined) return { kind: "negated", of: signed() };
    const step = accept("++", "--");
    if (step === undefined) return primary();
    const to = primary();
    if (to.kind !== "place") throw fault();
    return { kind: "stepped", to, by: step === "++" ? 1 : -1, isBefore: false };
  }

  function primary(): Expression {
    const { kind, text } = next();
    if (kind === "number") {
      at++;
      return { kind: "number", text };
    }
    if (accept("(") !== undefined) {
      const of = expression();
      expect(")");
      return { kind: "bracket", of };
    }
    if (accept(".") !== undefined) return changed({ kind: "place", name: "last" });
    return afterName(name());
  }

  function afterName(word: string): Expression {
    if (isSign("(") && !(named.has(word) && word !== "scale")) {
      at++;
      return { kind: "call", name: word, given: list(")", expression) };
    }
    if (accept("[") === undefined) return changed({ kind: "place", name: word });
    if (accept("]") !== undefined) return { kind: "array", name: word };
    const index = expression();
    expect("]");
    return changed({ kind: "place", name: word, index });
  }

  function changed(to: Place): Expression {
    const sign = next().kind === "sign" && assignments.has(next().text) ? accept(next().text) : undefined;
    if (sign !== undefined) return { kind: "assigned", sign, to, value: sum() };
    const step = accept("++", "--");
    return step === undefined ? to : { kind: "stepped", to, by: step === "++" ? 1 : -1, isBefore: true };
  }

  function text(): Text | undefined {
    if (next().kind !== "text") return undefined;
    const { text } = next();
    at++;
    return { kind: "text", text: text.slice(1, -1) };
  }

  function block(): Statement {
    const statements: Statement[] = [];
    while (accept("}") === undefined) {
      if (accept(";", "\n") !== undefined) continue;
      statements.push(statement());
      if (!isSign(";", "\n", "}")) throw fault();
    }
    return { kind: "block", statements };
  }

  function optional(close: string): Expression | undefined {
    const found = isSign(close) ? undefined : expression();
    expect(close);
    return found;
  }

  function body(): Statement {
    skipLines();
    return statement();
  }

  function test(): Expression {
    expect("(");
    const found = expression();
    expect(")");
    return found;
  }

  function loop(isFor: boolean): Statement {
    if (!isFor) return { kind: "loop", test: test(), body: body() };
    expect("(");
    const [first, condition, step] = [optional(";"), optional(";"), optional(")")];
    const parts = { ...(first && { first }), ...(condition && { test: condition }), ...(step && { step }) };
    return { kind: "loop", ...parts, body: body() };
  }

  function choice(): Statement {
    const found = { kind: "if", test: test(), chosen: body() } as const;
    return acceptWord("else") ? { ...found, otherwise: body() } : found;
  }

  function returned(): Statement {
    const isBare = isSign(";", "\n", "}");
    return isBare ? { kind: "return" } : { kind: "return", value: expression() };
  }

  function printed(): Statement {
    const parts: (Expression | Text)[] = [];
    do parts.push(text() ?? expression());
    while (accept(",") !== undefined);
    return { kind: "printed", parts };
  }

  const statements: Readonly<Record<string, () => Statement>> = {
    if: choice,
    while: () => loop(false),
    for: () => loop(true),
    break: () => ({ kind: "break" }),
    continue: () => ({ kind: "continue" }),
    halt: () => ({ kind: "halt" }),
    return: returned,
    print: printed,
    quit() {
      throw new Quit();
    },
  };

  function statement(): Statement {
    if (accept("{") !== undefined) return block();
    const { kind, text: word } = next();
    const begun = kind === "name" && Object.hasOwn(statements, word) ? statements[word] : undefined;
    if (!begun) return text() ?? { kind: "shown", value: expression() };
    at++;
    return begun();
  }

  function variable(): string {
    const word = name();
    if (accept("[") === undefined) return word;
    expect("]");
    return `${word}[]`;
  }

  function definition(): Definition {
    const isVoid = acceptWord("void");
    const word = name();
    expect("(");
    const parameters = list(")", variable);
    skipLines();
    expect("{");
    skipLines();
    let own: readonly string[] = [];
    if (acceptWord("auto")) {
      const first = [variable()];
      while (accept(",") !== undefined) first.push(variable());
      own = first;
    }
    const body = block();
    return { kind: "definition", name: word, isVoid, parameters, own, body };
  }

  return {
    next,
    item(): Item | undefined {
      if (accept("\n") !== undefined) return undefined;
      if (acceptWord("define")) return definition();
      const line: Statement[] = [];
      // A line without its end is none.
      while (accept("\n") === undefined) {
        if (accept(";") !== undefined) continue;
        line.push(statement());
        if (!isSign(";", "\n")) throw fault();
      }
      return { kind: "line", statements: line };
    },
    skipLine(): void {
      while (!isSign("\n") && next().kind !== "end") at++;
    },
  };
}
