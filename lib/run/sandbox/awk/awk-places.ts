import type { Pattern } from "#lib/run/sandbox/patterns/pattern.ts";
import { toText } from "./awk-format.ts";
import type { AwkMachine } from "./awk-machine.ts";
import { awkPattern } from "./awk-pattern.ts";
import {
  type AwkArrayName,
  type AwkElement,
  AwkError,
  type AwkExpression,
  type AwkName,
  type AwkPlace,
} from "./awk-syntax.ts";
import { type AwkValue, toNumber } from "./awk-values.ts";
import { type AwkArray, type Slot, scalar } from "./awk-variables.ts";
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
  protected pattern(expression: AwkExpression, places = false): () => Now<Pattern> {
    if (expression.kind === "pattern") {
      const pattern = awkPattern(expression.source, false, places);
      return () => (this.machine.ignoresCase ? awkPattern(expression.source, true, places) : pattern);
    }
    const take = this.take(expression);
    return () => follow(take(), (value) => awkPattern(this.machine.text(value), this.machine.ignoresCase, places));
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

  array(name: AwkArrayName): () => Now<AwkArray> {
    const slot = this.slotOf(name);
    return () => follow(slot(), (found) => arrayOf(found, found.name ?? nameText(name)));
  }

  /** The place of a variable, or of an element, which is made by asking for it. */
  protected slotOf(name: AwkArrayName): () => Now<Slot> {
    if (name.kind === "name") return this.slot(name);
    const [at, array] = [this.keyOf(name.at), this.array(name.array)];
    return () => follow(at(), (key) => follow(array(), (values) => elementOf(values, key, nameText(name.array))));
  }

  /** How a place is read and changed; `change` returns the new value. */
  place(place: AwkPlace): Place {
    if (place.kind === "field") return this.field(place.at);
    if (place.kind === "element") return this.element(place);
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

  private element(element: AwkElement): Place {
    const [at, array] = [this.keyOf(element.at), this.array(element.array)];
    const name = nameText(element.array);
    return {
      get: () =>
        follow(at(), (key) =>
          follow(array(), (values) => {
            // Asking for an element makes it.
            if (!values.has(key)) values.set(key, undefined);
            return scalar(values.get(key), elementName(name, key));
          }),
        ),
      change: (next) =>
        follow(at(), (key) =>
          follow(array(), (values) =>
            follow(next(scalar(values.get(key), elementName(name, key))), (value) => {
              values.set(key, value);
              if (values.size > mostElements) throw new AwkError(`array ${name} has too many elements`);
              return value;
            }),
          ),
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
    const get = () => scalar(slot().value, name.name);
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

/** The name that errors tell. */
function nameText(name: AwkArrayName): string {
  return name.kind === "name" ? name.name : nameText(name.array);
}

const elementName = (name: string, key: string) => `${name}["${key}"]`;

/** An element as the place of a variable. */
function elementOf(values: AwkArray, key: string, name: string): Slot {
  if (!values.has(key)) values.set(key, undefined);
  return {
    name: elementName(name, key),
    get value() {
      return values.get(key);
    },
    set value(value) {
      values.set(key, value);
    },
  };
}

function arrayOf(slot: Slot, name: string): AwkArray {
  if (slot.value instanceof Map) return slot.value;
  if (slot.value !== undefined) throw new AwkError(`attempt to use scalar ${name} as an array`);
  const array: AwkArray = slot.origin ? arrayOf(slot.origin, name) : new Map();
  slot.value = array;
  return array;
}
