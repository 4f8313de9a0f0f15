import type { AwkArrayName, AwkExpression, AwkName, AwkPlace } from "./awk-syntax.ts";
import { AwkTokenReader } from "./awk-token-reader.ts";

/** What an expression may not contain where it stands: `>` after `print`. */
interface Within {
  readonly noGreater?: boolean;
}

const assigning = new Set(["=", "+=", "-=", "*=", "/=", "%=", "^="]);
const comparing = new Set(["<", "<=", "==", "!=", ">", ">="]);

/** Parses expressions by recursive descent: each method reads what it is named after. */
export class AwkExpressionParser extends AwkTokenReader {
  /** Values up to a closing sign. */
  protected list(close: string): readonly AwkExpression[] {
    const values: AwkExpression[] = [];
    for (this.skipLines(); !this.takes(close); this.skipLines()) {
      values.push(this.expression());
      this.skipLines();
      if (!this.takes(",") && !this.is(close)) this.fail();
    }
    return values;
  }

  protected expression(within: Within = {}): AwkExpression {
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
      left = { kind: "in", at, array: this.arrayName() };
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

  protected concatenation(within: Within): AwkExpression {
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
        this.at--;
        return this.arrayName();
      default:
        this.at--;
        return this.grouped();
    }
  }

  /** A name with all that stands in brackets behind it. */
  protected arrayName(): AwkArrayName {
    let name: AwkArrayName = nameOf(this.token.text);
    this.at++;
    while (this.takes("[")) name = { kind: "element", array: name, at: this.list("]") };
    return name;
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

export function nameOf(name: string): AwkName {
  return { kind: "name", name };
}

function isPlace(value: AwkExpression): value is AwkPlace {
  return value.kind === "name" || value.kind === "field" || value.kind === "element";
}
