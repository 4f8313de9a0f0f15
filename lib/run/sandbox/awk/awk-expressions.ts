import { compareValues, toText } from "./awk-format.ts";
import { awkFunctions, lengthOf, matchIn, splitInto, substitute } from "./awk-functions.ts";
import type { AwkMachine } from "./awk-machine.ts";
import { awkPattern } from "./awk-pattern.ts";
import { AwkError, type AwkExpression, type AwkName, type AwkPlace } from "./awk-syntax.ts";
import { AwkInput, type AwkValue, isTrue, toNumber } from "./awk-values.ts";
import type { AwkArray, Slot } from "./awk-variables.ts";
import { all, follow, type Now } from "./now.ts";

export type Take = () => Now<AwkValue>;

/** A function of the program: the slots it begins with, and its body. */
export interface OwnFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  run: () => Now<unknown>;
}

/** Most elements of an array, against one that grows without end. */
const mostElements = 2_000_000;

/** Turns expressions into functions that evaluate them, once for each place in the program. */
export class AwkExpressions {
  readonly machine: AwkMachine;
  private readonly functions: ReadonlyMap<string, OwnFunction>;
  /** The parameters of the function that is being read. */
  parameters: readonly string[] = [];

  constructor(machine: AwkMachine, functions: ReadonlyMap<string, OwnFunction>) {
    this.machine = machine;
    this.functions = functions;
  }

  take(expression: AwkExpression): Take {
    const { machine } = this;
    switch (expression.kind) {
      case "number":
      case "string": {
        const { value } = expression;
        return () => value;
      }
      case "pattern": {
        const pattern = awkPattern(expression.source);
        return () => Number(isIn(machine.record.whole, pattern));
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
        return () => follow(at(), (key) => Number(array().has(key)));
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

  /** A text, where a pattern's own text is meant and not whether it matches. */
  private pattern(expression: AwkExpression): () => Now<RegExp> {
    if (expression.kind === "pattern") {
      const pattern = awkPattern(expression.source);
      return () => pattern;
    }
    const take = this.take(expression);
    return () => follow(take(), (value) => awkPattern(this.machine.text(value)));
  }

  private key(values: readonly AwkValue[]): string {
    const texts = values.map((value) => this.machine.text(value));
    return texts.length === 1 ? (texts[0] as string) : texts.join(this.machine.textOf("SUBSEP"));
  }

  keyOf(expressions: readonly AwkExpression[]): () => Now<string> {
    const takes = expressions.map((value) => this.take(value));
    const [only] = takes;
    if (takes.length === 1 && only) return () => follow(only(), (value) => this.machine.text(value));
    return () => all(takes, (values) => this.key(values));
  }

  private slot({ name }: AwkName): () => Slot {
    const { frames } = this.machine;
    const at = this.parameters.indexOf(name);
    if (at >= 0) return () => frames.at(-1)?.[at] as Slot;
    if (this.functions.has(name)) throw new AwkError(`function ${name} used as a variable`);
    const slot = this.machine.slot(name);
    return () => slot;
  }

  array(name: AwkName): () => AwkArray {
    const slot = this.slot(name);
    return () => arrayOf(slot(), name.name);
  }

  place(place: AwkPlace) {
    const { machine } = this;
    if (place.kind === "field") {
      const at = this.take(place.at);
      const numbered = () => follow(at(), (value) => fieldNumber(value));
      return {
        get: () => follow(numbered(), (number) => machine.record.field(number)),
        change: (next: (before: AwkValue) => Now<AwkValue>) =>
          follow(numbered(), (number) =>
            follow(next(machine.record.field(number)), (value) => {
              machine.record.setField(number, value);
              return value;
            }),
          ),
      };
    }
    if (place.kind === "element") {
      const [at, array] = [this.keyOf(place.at), this.array(place.array)];
      return {
        get: () =>
          follow(at(), (key) => {
            const values = array();
            // Asking for an element makes it.
            if (!values.has(key)) values.set(key, undefined);
            return values.get(key);
          }),
        change: (next: (before: AwkValue) => Now<AwkValue>) =>
          follow(at(), (key) =>
            follow(next(array().get(key)), (value) => {
              const values = array();
              values.set(key, value);
              if (values.size > mostElements) throw new AwkError(`array ${place.array.name} has too many elements`);
              return value;
            }),
          ),
      };
    }
    if (place.name === "NF") {
      const { record } = machine;
      return {
        get: () => record.count,
        change: (next: (before: AwkValue) => Now<AwkValue>) =>
          follow(next(record.count), (value) => {
            record.count = toNumber(value);
            return value;
          }),
      };
    }
    const slot = this.slot(place);
    const current = () => {
      const { value } = slot();
      if (value instanceof Map) throw new AwkError(`attempt to use array ${place.name} in a scalar context`);
      return value;
    };
    return {
      get: current,
      change: (next: (before: AwkValue) => Now<AwkValue>) =>
        follow(next(current()), (value) => {
          slot().value = value;
          return value;
        }),
    };
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
      return () =>
        follow(name(), (value) =>
          machine.inputs.read(from.how, machine.text(value), (record) => {
            use(record);
            if (from.how === "|") machine.count("NR");
          }),
        );
    }
    return () => {
      const record = machine.inputs.next();
      if (record === undefined) return 0;
      use(record);
      return 1;
    };
  }

  private call({ name, values }: Extract<AwkExpression, { kind: "call" }>): Take {
    const { machine } = this;
    if (name === "length") return this.lengthCall(values[0]);
    if (name === "split") return this.splitCall(values);
    if (name === "match") return this.matchCall(values);
    if (name === "sub" || name === "gsub") return this.substitution(values, name === "gsub");
    const act = awkFunctions[name];
    if (!act) throw new AwkError(`function ${name} not defined`);
    const takes = values.map((value) =>
      value.kind === "pattern" && name === "gensub" ? () => value.source : this.take(value),
    );
    return () => all(takes, (given) => act(machine, given));
  }

  private lengthCall(value: AwkExpression | undefined): Take {
    const { machine } = this;
    if (!value) return () => lengthOf(machine.record.whole);
    const named = value.kind === "list" && value.values.length === 1 ? value.values[0] : value;
    if (named?.kind === "name" && named.name !== "NF") {
      const slot = this.slot(named);
      return () => {
        const { value: held } = slot();
        return held instanceof Map ? held.size : lengthOf(machine.text(held));
      };
    }
    const take = this.take(value);
    return () => follow(take(), (given) => lengthOf(machine.text(given)));
  }

  private splitCall([text, name, separator]: readonly AwkExpression[]): Take {
    const { machine } = this;
    if (!text || name?.kind !== "name") throw new AwkError("split needs a text and an array");
    const [take, array] = [this.take(text), this.array(name)];
    const by = separator?.kind === "pattern" ? this.pattern(separator) : separator && this.take(separator);
    return () =>
      follow(take(), (value) =>
        follow<AwkValue | RegExp, AwkValue>(by ? by() : machine.value("FS"), (given) =>
          splitInto(array(), machine.text(value), given instanceof RegExp ? given : machine.text(given)),
        ),
      );
  }

  private matchCall([text, pattern, groups]: readonly AwkExpression[]): Take {
    if (!text || !pattern) throw new AwkError("match needs a text and a pattern");
    const [take, compiled] = [this.take(text), this.pattern(pattern)];
    const array = groups?.kind === "name" ? this.array(groups) : undefined;
    return () =>
      follow(take(), (value) =>
        follow(compiled(), (found) => matchIn(this.machine, this.machine.text(value), found, array?.())),
      );
  }

  private substitution([pattern, by, target]: readonly AwkExpression[], isAll: boolean): Take {
    if (!pattern || !by) throw new AwkError("sub and gsub need a pattern and a text");
    const [compiled, take] = [this.pattern(pattern), this.take(by)];
    const inner = target?.kind === "list" && target.values.length === 1 ? target.values[0] : target;
    const into: AwkExpression = inner ?? { kind: "field", at: { kind: "number", value: 0 } };
    if (into.kind !== "name" && into.kind !== "field" && into.kind !== "element")
      throw new AwkError("sub and gsub need a variable to change");
    const { get, change } = this.place(into);
    return () =>
      follow(compiled(), (found) =>
        follow(take(), (value) =>
          follow(get(), (before) => {
            const { text, count } = substitute(this.machine.text(before), found, this.machine.text(value), isAll);
            return count === 0
              ? 0
              : follow(
                  change(() => text),
                  () => count,
                );
          }),
        ),
      );
  }

  private ownCall({ name, values }: Extract<AwkExpression, { kind: "call" }>): Take {
    const { machine } = this;
    const own = this.functions.get(name);
    if (!own) throw new AwkError(`function ${name} not defined`);
    if (values.length > own.parameters.length) throw new AwkError(`function ${name} called with too many arguments`);
    const takes = own.parameters.map((_, at): (() => Now<Slot>) => {
      const value = values[at];
      if (!value) return () => ({ value: undefined });
      if (value.kind === "name" && value.name !== "NF") {
        const slot = this.slot(value);
        return () => ({ value: slot().value, origin: slot() });
      }
      const take = this.take(value);
      return () => follow(take(), (given) => ({ value: given }));
    });
    return () =>
      all(takes, (slots) => {
        machine.frames.push(slots);
        machine.returned = undefined;
        return follow(own.run(), () => {
          machine.frames.pop();
          const { returned } = machine;
          machine.returned = undefined;
          return returned;
        });
      });
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

function isIn(text: string, pattern: RegExp): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

function fieldNumber(value: AwkValue): number {
  const number = Math.trunc(toNumber(value));
  if (number < 0 || number > 1_000_000) throw new AwkError(`there is no field ${toText(value, "%.6g")}`);
  return number;
}

function arrayOf(slot: Slot, name: string): AwkArray {
  if (slot.value instanceof Map) return slot.value;
  if (slot.value !== undefined) throw new AwkError(`attempt to use scalar ${name} as an array`);
  const array: AwkArray = slot.origin ? arrayOf(slot.origin, name) : new Map();
  slot.value = array;
  return array;
}
