import type { Pattern } from "#lib/run/sandbox/patterns/pattern.ts";
import { toText } from "./awk-format.ts";
import type { AwkMachine } from "./awk-machine.ts";
import { awkPattern } from "./awk-pattern.ts";
import { AwkError, type AwkExpression, type AwkName, type AwkPlace } from "./awk-syntax.ts";
import { type AwkValue, toNumber } from "./awk-values.ts";
import type { AwkArray, Slot } from "./awk-variables.ts";
import { all, follow, type Now } from "./now.ts";

export type Take = () => Now<AwkValue>;

/** A function of the program: the slots it begins with, and its body. */
export interface OwnFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  run: () => Now<unknown>;
}

interface Place {
  readonly get: Take;
  readonly change: (next: (before: AwkValue) => Now<AwkValue>) => Now<AwkValue>;
}

/** Most elements of an array, against one that grows without end. */
const mostElements = 2_000_000;

/** What values are put into and looked up in: variables, fields, arrays. */
export abstract class AwkPlaces {
  readonly machine: AwkMachine;
  protected readonly functions: ReadonlyMap<string, OwnFunction>;
  /** The parameters of the function that is being read. */
  parameters: readonly string[] = [];

  constructor(machine: AwkMachine, functions: ReadonlyMap<string, OwnFunction>) {
    this.machine = machine;
    this.functions = functions;
  }

  /** A function that evaluates the expression. */
  abstract take(expression: AwkExpression): Take;

  /** A text, where a pattern's own text is meant and not whether it matches. */
  protected pattern(expression: AwkExpression): () => Now<Pattern> {
    if (expression.kind === "pattern") {
      const pattern = awkPattern(expression.source);
      return () => (this.machine.ignoresCase ? awkPattern(expression.source, true) : pattern);
    }
    const take = this.take(expression);
    return () => follow(take(), (value) => awkPattern(this.machine.text(value), this.machine.ignoresCase));
  }

  protected key(values: readonly AwkValue[]): string {
    const texts = values.map((value) => this.machine.text(value));
    return texts.length === 1 ? (texts[0] as string) : texts.join(this.machine.textOf("SUBSEP"));
  }

  keyOf(expressions: readonly AwkExpression[]): () => Now<string> {
    const takes = expressions.map((value) => this.take(value));
    const [only] = takes;
    if (takes.length === 1 && only) return () => follow(only(), (value) => this.machine.text(value));
    return () => all(takes, (values) => this.key(values));
  }

  protected slot({ name }: AwkName): () => Slot {
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

  /** How a place is read and changed; `change` returns the new value. */
  place(place: AwkPlace): Place {
    if (place.kind === "field") return this.field(place.at);
    if (place.kind === "element") return this.element(place.array, place.at);
    return place.name === "NF" ? this.fieldCount() : this.variable(place);
  }

  private field(number: AwkExpression): Place {
    const { record } = this.machine;
    const at = this.take(number);
    const numbered = () => follow(at(), (value) => fieldNumber(value));
    return {
      get: () => follow(numbered(), (field) => record.field(field)),
      change: (next) =>
        follow(numbered(), (field) =>
          follow(next(record.field(field)), (value) => {
            record.setField(field, value);
            return value;
          }),
        ),
    };
  }

  private element(name: AwkName, expressions: readonly AwkExpression[]): Place {
    const [at, array] = [this.keyOf(expressions), this.array(name)];
    return {
      get: () =>
        follow(at(), (key) => {
          const values = array();
          // Asking for an element makes it.
          if (!values.has(key)) values.set(key, undefined);
          return values.get(key);
        }),
      change: (next) =>
        follow(at(), (key) =>
          follow(next(array().get(key)), (value) => {
            const values = array();
            values.set(key, value);
            if (values.size > mostElements) throw new AwkError(`array ${name.name} has too many elements`);
            return value;
          }),
        ),
    };
  }

  private fieldCount(): Place {
    const { record } = this.machine;
    return {
      get: () => record.count,
      change: (next) =>
        follow(next(record.count), (value) => {
          record.count = toNumber(value);
          return value;
        }),
    };
  }

  private variable(name: AwkName): Place {
    const slot = this.slot(name);
    const get = () => {
      const { value } = slot();
      if (value instanceof Map) throw new AwkError(`attempt to use array ${name.name} in a scalar context`);
      return value;
    };
    return {
      get,
      change: (next) =>
        follow(next(get()), (value) => {
          slot().value = value;
          return value;
        }),
    };
  }
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
