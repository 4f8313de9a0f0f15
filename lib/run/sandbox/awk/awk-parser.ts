import {
  AwkError,
  type AwkExpression,
  type AwkFunction,
  type AwkName,
  type AwkPattern,
  type AwkPlace,
  type AwkProgram,
  type AwkRule,
  type AwkStatement,
  type AwkTarget,
} from "./awk-syntax.ts";
import { type AwkToken, awkTokens } from "./awk-tokens.ts";

/** Parses a program. @throws AwkError */
export function parseAwk(source: string): AwkProgram {
  return new AwkParser(awkTokens(source)).program();
}

/** What an expression may not contain where it stands: `>` after `print`. */
interface Within {
  readonly noGreater?: boolean;
}

const assigning = new Set(["=", "+=", "-=", "*=", "/=", "%=", "^="]);
const comparing = new Set(["<", "<=", "==", "!=", ">", ">="]);

/** A parser by recursive descent: each method reads what it is named after. */
class AwkParser {
  private at = 0;
  private readonly tokens: readonly AwkToken[];

  constructor(tokens: readonly AwkToken[]) {
    this.tokens = tokens;
  }

  program(): AwkProgram {
    const rules: AwkRule[] = [];
    const functions = new Map<string, AwkFunction>();
    for (this.skipEnds(); this.token.kind !== "eof"; this.skipEnds()) {
      if (this.takes("function")) {
        const own = this.ownFunction();
        functions.set(own.name, own);
      } else rules.push(this.rule());
    }
    return { rules, functions };
  }

  private get token(): AwkToken {
    return this.tokens[this.at] as AwkToken;
  }

  private is(text: string): boolean {
    const { kind } = this.token;
    return (kind === "sign" || kind === "keyword") && this.token.text === text;
  }

  private takes(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  private expect(text: string): void {
    if (!this.takes(text)) this.fail();
  }

  private fail(): never {
    const { kind, text, line } = this.token;
    const what = kind === "eof" ? "the end" : kind === "end" ? "the end of the line" : text;
    throw new AwkError(`syntax error at source line ${line}: unexpected ${what}`);
  }

  private skipLines(): void {
    while (this.token.kind === "end") this.at++;
  }

  private skipEnds(): void {
    while (this.token.kind === "end" || this.is(";")) this.at++;
  }

  private ownFunction(): AwkFunction {
    const { kind, text: name } = this.token;
    if (kind !== "name" && kind !== "call") this.fail();
    this.at++;
    this.expect("(");
    const parameters: string[] = [];
    while (!this.takes(")")) {
      if (this.token.kind !== "name") this.fail();
      parameters.push(this.token.text);
      this.at++;
      if (this.takes(",")) this.skipLines();
    }
    this.skipLines();
    return { name, parameters, body: this.block() };
  }

  private rule(): AwkRule {
    const pattern = this.pattern();
    if (!this.is("{")) {
      if (pattern.kind === "begin" || pattern.kind === "end") this.fail();
      return { pattern };
    }
    return { pattern, body: this.block() };
  }

  private pattern(): AwkPattern {
    if (this.takes("BEGIN")) return { kind: "begin" };
    if (this.takes("END")) return { kind: "end" };
    if (this.is("{")) return { kind: "always" };
    const test = this.expression();
    if (!this.takes(",")) return { kind: "when", test };
    this.skipLines();
    return { kind: "range", from: test, to: this.expression() };
  }

  private block(): AwkStatement {
    this.expect("{");
    const body: AwkStatement[] = [];
    for (this.skipEnds(); !this.takes("}"); this.skipEnds()) body.push(this.statement());
    return { kind: "block", body };
  }

  private statement(): AwkStatement {
    if (this.is("{")) return this.block();
    if (this.takes("if")) return this.condition();
    if (this.takes("while")) {
      const test = this.inParentheses();
      return this.is(";") ? this.emptyLoop(test) : { kind: "loop", test, body: this.inner(), isTestedAfter: false };
    }
    if (this.takes("for")) return this.loop();
    if (this.takes("do")) {
      const body = this.inner();
      this.skipEnds();
      this.expect("while");
      const test = this.inParentheses();
      this.endStatement();
      return { kind: "loop", test, body, isTestedAfter: true };
    }
    const simple = this.simple();
    this.endStatement();
    return simple;
  }

  private emptyLoop(test: AwkExpression): AwkStatement {
    this.expect(";");
    return { kind: "loop", test, body: { kind: "block", body: [] }, isTestedAfter: false };
  }

  /** A statement within another, possibly on the next line; `;` for none. */
  private inner(): AwkStatement {
    this.skipLines();
    return this.takes(";") ? { kind: "block", body: [] } : this.statement();
  }

  private endStatement(): void {
    if (this.is("}") || this.token.kind === "eof") return;
    if (this.token.kind !== "end" && !this.is(";")) this.fail();
    this.at++;
  }

  private inParentheses(): AwkExpression {
    this.expect("(");
    const value = this.expression();
    this.expect(")");
    return value;
  }

  private condition(): AwkStatement {
    const test = this.inParentheses();
    const yes = this.inner();
    const before = this.at;
    this.skipEnds();
    if (this.takes("else")) return { kind: "if", test, yes, no: this.inner() };
    this.at = before;
    return { kind: "if", test, yes };
  }

  private loop(): AwkStatement {
    this.expect("(");
    const [key, word, array, close] = this.tokens.slice(this.at, this.at + 4);
    if (key?.kind === "name" && word?.text === "in" && array?.kind === "name" && close?.text === ")") {
      this.at += 4;
      const names = { key: nameOf(key.text), array: nameOf(array.text) };
      return { kind: "each", ...names, body: this.inner() };
    }
    const before = this.is(";") ? undefined : this.simple();
    this.expect(";");
    this.skipLines();
    const test = this.is(";") ? undefined : this.expression();
    this.expect(";");
    this.skipLines();
    const step = this.is(")") ? undefined : this.simple();
    this.expect(")");
    const body = this.inner();
    return {
      ...{ kind: "loop", body, isTestedAfter: false },
      ...(before && { before }),
      ...(test && { test }),
      ...(step && { step }),
    };
  }

  private simple(): AwkStatement {
    for (const kind of ["next", "nextfile", "break", "continue"] as const) if (this.takes(kind)) return { kind };
    for (const kind of ["exit", "return"] as const) {
      if (!this.takes(kind)) continue;
      const isBare = this.is(";") || this.is("}") || this.token.kind === "end" || this.token.kind === "eof";
      return isBare ? { kind } : { kind, value: this.expression() };
    }
    if (this.takes("delete")) return this.deletion();
    if (this.takes("print")) return this.print(false);
    if (this.takes("printf")) return this.print(true);
    return { kind: "expression", value: this.expression() };
  }

  private deletion(): AwkStatement {
    if (this.token.kind !== "name") this.fail();
    const array = nameOf(this.token.text);
    this.at++;
    return this.takes("[") ? { kind: "delete", array, at: this.list("]") } : { kind: "delete", array };
  }

  private print(isFormatted: boolean): AwkStatement {
    const isEnd = () =>
      this.token.kind === "end" ||
      this.token.kind === "eof" ||
      [";", "}", ">", ">>", "|"].some((each) => this.is(each));
    const values: AwkExpression[] = [];
    while (!isEnd()) {
      values.push(this.expression({ noGreater: true }));
      if (!this.takes(",")) break;
      this.skipLines();
    }
    const [only] = values;
    const given = values.length === 1 && only?.kind === "list" ? only.values : values;
    const to = this.target();
    return { kind: "print", isFormatted, values: given, ...(to && { to }) };
  }

  private target(): AwkTarget | undefined {
    for (const how of [">", ">>", "|"] as const) {
      if (this.takes(how)) return { how, name: this.concatenation({ noGreater: true }) };
    }
    return undefined;
  }

  /** Values up to a closing sign. */
  private list(close: string): readonly AwkExpression[] {
    const values: AwkExpression[] = [];
    for (this.skipLines(); !this.takes(close); this.skipLines()) {
      values.push(this.expression());
      this.skipLines();
      if (!this.takes(",") && !this.is(close)) this.fail();
    }
    return values;
  }

  private expression(within: Within = {}): AwkExpression {
    const left = this.choice(within);
    const { kind, text } = this.token;
    if (kind !== "sign" || !assigning.has(text) || !isPlace(left)) return left;
    this.at++;
    this.skipLines();
    return { kind: "assign", sign: text.slice(0, -1), place: left, value: this.expression(within) };
  }

  private choice(within: Within): AwkExpression {
    const test = this.or(within);
    if (!this.takes("?")) return test;
    this.skipLines();
    const yes = this.expression(within);
    this.skipLines();
    this.expect(":");
    this.skipLines();
    return { kind: "choice", test, yes, no: this.expression(within) };
  }

  private or(within: Within): AwkExpression {
    let left = this.and(within);
    while (this.takes("||")) {
      this.skipLines();
      left = { kind: "or", left, right: this.and(within) };
    }
    return left;
  }

  private and(within: Within): AwkExpression {
    let left = this.membership(within);
    while (this.takes("&&")) {
      this.skipLines();
      left = { kind: "and", left, right: this.membership(within) };
    }
    return left;
  }

  private membership(within: Within): AwkExpression {
    let left = this.matching(within);
    while (this.takes("in")) {
      if (this.token.kind !== "name") this.fail();
      const at = left.kind === "list" ? left.values : [left];
      left = { kind: "in", at, array: nameOf(this.token.text) };
      this.at++;
    }
    return left;
  }

  private matching(within: Within): AwkExpression {
    let text = this.comparison(within);
    while (this.is("~") || this.is("!~")) {
      const isNot = this.takes("!~") || !this.takes("~");
      text = { kind: "match", isNot, text, pattern: this.comparison(within) };
    }
    return text;
  }

  private comparison(within: Within): AwkExpression {
    let left = this.concatenation(within);
    for (;;) {
      const { kind, text } = this.token;
      if (kind === "sign" && text === "|" && this.tokens[this.at + 1]?.text === "getline") {
        this.at += 2;
        left = this.getline({ how: "|", name: left });
      } else if (kind === "sign" && comparing.has(text) && !(text === ">" && within.noGreater)) {
        this.at++;
        left = { kind: "binary", sign: text, left, right: this.concatenation(within) };
      } else return left;
    }
  }

  private concatenation(within: Within): AwkExpression {
    let left = this.sum(within);
    while (this.beginsOperand()) left = { kind: "binary", sign: " ", left, right: this.sum(within) };
    return left;
  }

  private beginsOperand(): boolean {
    const { kind, text } = this.token;
    if (kind === "sign") return ["$", "(", "++", "--"].includes(text);
    return ["number", "string", "pattern", "name", "call", "builtin"].includes(kind);
  }

  private sum(within: Within): AwkExpression {
    let left = this.product(within);
    while (this.is("+") || this.is("-")) {
      const sign = this.takes("+") ? "+" : "-";
      if (sign === "-") this.at++;
      left = { kind: "binary", sign, left, right: this.product(within) };
    }
    return left;
  }

  private product(within: Within): AwkExpression {
    let left = this.unary(within);
    while (this.is("*") || this.is("/") || this.is("%")) {
      const sign = this.token.text;
      this.at++;
      left = { kind: "binary", sign, left, right: this.unary(within) };
    }
    return left;
  }

  private unary(within: Within): AwkExpression {
    for (const sign of ["!", "-", "+"] as const) {
      if (this.takes(sign)) return { kind: "unary", sign, value: this.unary(within) };
    }
    return this.power(within);
  }

  private power(within: Within): AwkExpression {
    const left = this.step();
    if (!this.takes("^")) return left;
    // Binds more to the right, and more than a sign before it.
    const right = this.is("-") || this.is("+") || this.is("!") ? this.unary(within) : this.power(within);
    return { kind: "binary", sign: "^", left, right };
  }

  private step(): AwkExpression {
    for (const sign of ["++", "--"] as const) {
      if (!this.takes(sign)) continue;
      const place = this.primary();
      if (!isPlace(place)) this.fail();
      return { kind: "step", by: sign === "++" ? 1 : -1, isAfter: false, place };
    }
    const value = this.primary();
    if (!isPlace(value)) return value;
    if (this.takes("++")) return { kind: "step", by: 1, isAfter: true, place: value };
    return this.takes("--") ? { kind: "step", by: -1, isAfter: true, place: value } : value;
  }

  private primary(): AwkExpression {
    const { kind, text } = this.token;
    this.at++;
    switch (kind) {
      case "number":
        return { kind, value: Number(text) };
      case "string":
        return { kind, value: text };
      case "pattern":
        return { kind, source: text };
      case "builtin":
        return this.takes("(") ? this.call(text, false) : this.bareCall(text);
      case "call":
        this.expect("(");
        return this.call(text, true);
      case "name":
        return this.takes("[") ? { kind: "element", array: nameOf(text), at: this.list("]") } : nameOf(text);
      default:
        this.at--;
        return this.grouped();
    }
  }

  private call(name: string, isOwn: boolean): AwkExpression {
    return { kind: "call", name, isOwn, values: this.list(")") };
  }

  private bareCall(name: string): AwkExpression {
    if (name !== "length") this.fail();
    return { kind: "call", name, isOwn: false, values: [] };
  }

  private grouped(): AwkExpression {
    if (this.takes("getline")) return this.getline(this.takes("<") ? { how: "<", name: this.step() } : undefined);
    if (this.takes("$")) return { kind: "field", at: this.fieldNumber() };
    if (!this.takes("(")) this.fail();
    const values = this.list(")");
    const [only] = values;
    if (only === undefined) this.fail();
    // Parenthesised, so that it is no place to assign to, except a field.
    if (values.length > 1) return { kind: "list", values };
    return isPlace(only) ? only : { kind: "list", values };
  }

  private fieldNumber(): AwkExpression {
    for (const sign of ["-", "+", "!"] as const)
      if (this.takes(sign)) return { kind: "unary", sign, value: this.step() };
    if (this.is("++") || this.is("--")) return this.step();
    return this.primary();
  }

  private getline(from: { readonly how: "<" | "|"; readonly name: AwkExpression } | undefined): AwkExpression {
    const { kind } = this.token;
    const hasPlace = !(from?.how === "<") && (kind === "name" || this.is("$"));
    const place = hasPlace ? this.primary() : undefined;
    if (place && !isPlace(place)) this.fail();
    const into = place as AwkPlace | undefined;
    const source = from ?? (this.takes("<") ? ({ how: "<", name: this.step() } as const) : undefined);
    return { kind: "getline", ...(into && { into }), ...(source && { from: source }) };
  }
}

function nameOf(name: string): AwkName {
  return { kind: "name", name };
}

function isPlace(value: AwkExpression): value is AwkPlace {
  return value.kind === "name" || value.kind === "field" || value.kind === "element";
}
