import { AwkExpressionParser, nameOf } from "./awk-expression-parser.ts";
import type {
  AwkCase,
  AwkExpression,
  AwkFunction,
  AwkPattern,
  AwkProgram,
  AwkRule,
  AwkStatement,
  AwkTarget,
} from "./awk-syntax.ts";

/** Parses a program. @throws AwkError */
export function parseAwk(source: string): AwkProgram {
  return new AwkParser(source).program();
}

/** Parses rules, functions and statements by recursive descent: each method reads what it is named after. */
class AwkParser extends AwkExpressionParser {
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
      if (pattern.kind.startsWith("begin") || pattern.kind.startsWith("end")) this.fail();
      return { pattern };
    }
    return { pattern, body: this.block() };
  }

  private pattern(): AwkPattern {
    if (this.takes("BEGIN")) return { kind: "begin" };
    if (this.takes("END")) return { kind: "end" };
    if (this.takes("BEGINFILE")) return { kind: "beginFile" };
    if (this.takes("ENDFILE")) return { kind: "endFile" };
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
    if (this.takes("switch")) return this.cases();
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

  private cases(): AwkStatement {
    const test = this.inParentheses();
    this.skipLines();
    this.expect("{");
    const cases: AwkCase[] = [];
    for (this.skipEnds(); !this.takes("}"); this.skipEnds()) {
      const isOther = this.takes("default");
      if (!isOther) this.expect("case");
      const value = isOther ? undefined : this.concatenation({});
      this.expect(":");
      const body: AwkStatement[] = [];
      for (this.skipEnds(); !["case", "default", "}"].some((each) => this.is(each)); this.skipEnds())
        body.push(this.statement());
      cases.push({ body, ...(value && { value }) });
    }
    return { kind: "switch", test, cases };
  }

  private loop(): AwkStatement {
    this.expect("(");
    const from = this.at;
    const [key, word, name] = this.tokens.slice(from, from + 3);
    if (key?.kind === "name" && word?.text === "in" && name?.kind === "name") {
      this.at += 2;
      const array = this.arrayName();
      if (this.takes(")")) return { kind: "each", key: nameOf(key.text), array, body: this.inner() };
      // The key is looked for before a loop: `for (k in a; …)`.
      this.at = from;
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
    const name = this.arrayName();
    return name.kind === "element"
      ? { kind: "delete", array: name.array, at: name.at }
      : { kind: "delete", array: name };
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
}
