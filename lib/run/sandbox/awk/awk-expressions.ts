import type { Pattern } from "#lib/run/sandbox/patterns/pattern.ts";
import { AwkCalls } from "./awk-calls.ts";
import { compareValues } from "./awk-format.ts";
import type { Take } from "./awk-places.ts";
import { AwkError, type AwkExpression } from "./awk-syntax.ts";
import { AwkInput, type AwkValue, isTrue, toNumber } from "./awk-values.ts";
import { all, follow, type Now } from "./now.ts";

/** Turns expressions into functions that evaluate them, once for each place in the program. */
export class AwkExpressions extends AwkCalls {
  take(expression: AwkExpression): Take {
    const { machine } = this;
    switch (expression.kind) {
      case "number":
      case "string": {
        const { value } = expression;
        return () => value;
      }
      case "pattern": {
        const pattern = this.pattern(expression);
        return () => follow(pattern(), (found) => Number(isIn(machine.record.whole, found)));
      }
      case "name":
      case "field":
      case "element":
        return this.place(expression).get;
      case "list": {
        const takes = expression.values.map((value) => this.take(value));
        return takes.length === 1 ? (takes[0] as Take) : () => all(takes, (values) => this.key(values));
      }
      case "unary":
        return this.unary(expression);
      case "binary":
        return this.binary(expression);
      case "and":
      case "or":
        return this.logical(expression);
      case "choice": {
        const [test, yes, no] = [expression.test, expression.yes, expression.no].map((each) => this.take(each));
        return () => follow((test as Take)(), (value) => ((isTrue(value) ? yes : no) as Take)());
      }
      case "match":
        return this.match(expression);
      case "in": {
        const at = this.keyOf(expression.at);
        const array = this.array(expression.array);
        return () => follow(at(), (key) => follow(array(), (values) => Number(values.has(key))));
      }
      case "assign":
        return this.assign(expression);
      case "step":
        return this.step(expression);
      case "getline":
        return this.getline(expression);
      case "call":
        return expression.isOwn ? this.ownCall(expression) : this.call(expression);
      default:
        return expression satisfies never;
    }
  }

  /** Whether a value is what a case of a `switch` names, or matches its pattern. */
  equals(value: AwkExpression): (given: AwkValue) => Now<boolean> {
    if (value.kind === "pattern") {
      const pattern = this.pattern(value);
      return (given) => follow(pattern(), (found) => isIn(this.machine.text(given), found));
    }
    const take = this.take(value);
    return (given) => follow(take(), (named) => compareValues(given, named, this.machine.textOf("CONVFMT")) === 0);
  }

  private unary({ sign, value }: Extract<AwkExpression, { kind: "unary" }>): Take {
    const take = this.take(value);
    const act = { "!": (given: AwkValue) => Number(!isTrue(given)), "-": negated, "+": toNumber }[sign];
    return () => follow(take(), act);
  }

  private binary({ sign, left, right }: Extract<AwkExpression, { kind: "binary" }>): Take {
    const [a, b] = [this.take(left), this.take(right)];
    const act = this.operation(sign);
    return () => follow(a(), (first) => follow(b(), (second) => act(first, second)));
  }

  private operation(sign: string): (a: AwkValue, b: AwkValue) => AwkValue {
    const { machine } = this;
    if (sign === " ") return (a, b) => machine.text(a) + machine.text(b);
    const numeric = arithmetic[sign];
    if (numeric) return (a, b) => numeric(toNumber(a), toNumber(b));
    const isSo = comparisons[sign] as (order: number) => boolean;
    return (a, b) => Number(isSo(compareValues(a, b, machine.textOf("CONVFMT"))));
  }

  private logical({ kind, left, right }: Extract<AwkExpression, { kind: "and" | "or" }>): Take {
    const [a, b] = [this.take(left), this.take(right)];
    const ends = kind === "or";
    return () =>
      follow(a(), (first) => (isTrue(first) === ends ? Number(ends) : follow(b(), (second) => Number(isTrue(second)))));
  }

  private match({ isNot, text, pattern }: Extract<AwkExpression, { kind: "match" }>): Take {
    const [take, compiled] = [this.take(text), this.pattern(pattern)];
    return () =>
      follow(take(), (value) => follow(compiled(), (found) => Number(isIn(this.machine.text(value), found) !== isNot)));
  }

  private assign({ sign, place, value }: Extract<AwkExpression, { kind: "assign" }>): Take {
    const [take, { change }] = [this.take(value), this.place(place)];
    if (sign === "") return () => follow(take(), (given) => change(() => given));
    const act = this.operation(sign);
    return () => follow(take(), (given) => change((before) => act(before, given)));
  }

  private step({ by, isAfter, place }: Extract<AwkExpression, { kind: "step" }>): Take {
    const { change } = this.place(place);
    return () =>
      follow(
        change((before) => toNumber(before) + by),
        (after) => (isAfter ? toNumber(after) - by : after),
      );
  }

  private getline({ into, from }: Extract<AwkExpression, { kind: "getline" }>): Take {
    const { machine } = this;
    const place = into && this.place(into);
    const use = (record: string) => {
      if (place) void place.change(() => new AwkInput(record));
      else machine.record.set(record);
    };
    if (from) {
      const name = this.take(from.name);
      return () => follow(name(), (value) => machine.inputs.read(from.how, machine.text(value), use));
    }
    return () => {
      const record = machine.inputs.next();
      if (record === undefined) return 0;
      use(record);
      return 1;
    };
  }
}

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => {
    if (b === 0) throw new AwkError("division by zero");
    return a / b;
  },
  "%": (a, b) => {
    if (b === 0) throw new AwkError("division by zero in %");
    return a % b;
  },
  "^": (a, b) => a ** b,
};

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  "==": (order) => order === 0,
  "!=": (order) => order !== 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

function negated(value: AwkValue): number {
  return 0 - toNumber(value);
}

function isIn(text: string, pattern: Pattern): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}
