import { awkFunctions, lengthOf, matchIn, putInto, putLike, putSeparators, substitute } from "./awk-functions.ts";
import { awkPattern } from "./awk-pattern.ts";
import { AwkPlaces, type OwnFunction, type Take } from "./awk-places.ts";
import { splitByPattern, splitText } from "./awk-record.ts";
import { type Entry, putSorted, sortInto } from "./awk-sorting.ts";
import { type AwkArrayName, AwkError, type AwkExpression } from "./awk-syntax.ts";
import { type AwkValue, kindOf, toNumber } from "./awk-values.ts";
import type { Slot } from "./awk-variables.ts";
import { all, follow, type Now } from "./now.ts";

/** Whether it may be an array. */
function isArrayName(value: AwkExpression): value is AwkArrayName {
  return (value.kind === "name" && value.name !== "NF") || value.kind === "element";
}

/** Calls of awk's own functions and of the program's. */
export abstract class AwkCalls extends AwkPlaces {
  protected call({ name, values }: Extract<AwkExpression, { kind: "call" }>): Take {
    const { machine } = this;
    if (name === "isarray") return this.isArrayCall(values[0]);
    if (name === "typeof") return this.kindCall(values[0]);
    if (name === "patsplit") return this.partsCall(values);
    if (name === "length") return this.lengthCall(values[0]);
    if (name === "split") return this.splitCall(values);
    if (name === "match") return this.matchCall(values);
    if (name === "asort" || name === "asorti") return this.sortCall(values, name === "asort" ? "values" : "keys");
    if (name === "sub" || name === "gsub") return this.substitution(values, name === "gsub");
    const act = awkFunctions[name];
    if (!act) throw new AwkError(`function ${name} not defined`);
    const takes = values.map((value) =>
      value.kind === "pattern" && name === "gensub" ? () => value.source : this.take(value),
    );
    return () => all(takes, (given) => act(machine, given));
  }

  private isArrayCall(value: AwkExpression | undefined): Take {
    if (!value || !isArrayName(value)) return () => 0;
    const slot = this.slotOf(value);
    return () => follow(slot(), ({ value: held }) => Number(held instanceof Map));
  }

  private kindCall(value: AwkExpression | undefined): Take {
    if (!value) throw new AwkError("typeof needs a value");
    if (value.kind === "field") {
      const take = this.take(value);
      return () => follow(take(), (given) => (given === undefined ? "unassigned" : kindOf(given)));
    }
    if (!isArrayName(value)) {
      const take = this.take(value);
      return () => follow(take(), kindOf);
    }
    const slot = this.slotOf(value);
    return () => follow(slot(), ({ value: held, origin }) => kindOf(held ?? origin?.value));
  }

  private partsCall([text, name, separator, between]: readonly AwkExpression[]): Take {
    const { machine } = this;
    if (!text || !name || !isArrayName(name)) throw new AwkError("patsplit needs a text and an array");
    const [take, array] = [this.take(text), this.array(name)];
    const given = separator && this.pattern(separator);
    const form = given ?? (() => awkPattern(machine.textOf("FPAT") || "[^[:space:]]+"));
    const separators = between && isArrayName(between) ? this.array(between) : undefined;
    return () =>
      follow(take(), (value) =>
        follow(form(), (pattern) =>
          follow(array(), (into) =>
            follow(separators?.(), (rests) => putLike(machine.text(value), pattern, into, rests)),
          ),
        ),
      );
  }

  private lengthCall(value: AwkExpression | undefined): Take {
    const { machine } = this;
    if (!value) return () => lengthOf(machine.record.whole);
    const named = value.kind === "list" && value.values.length === 1 ? value.values[0] : value;
    if (named && isArrayName(named)) {
      const slot = this.slotOf(named);
      return () =>
        follow(slot(), ({ value: held }) => (held instanceof Map ? held.size : lengthOf(machine.text(held))));
    }
    const take = this.take(value);
    return () => follow(take(), (given) => lengthOf(machine.text(given)));
  }

  private splitCall([text, name, separator, between]: readonly AwkExpression[]): Take {
    const { machine } = this;
    if (!text || !name || !isArrayName(name)) throw new AwkError("split needs a text and an array");
    const [take, array] = [this.take(text), this.array(name)];
    const pattern = separator?.kind === "pattern" ? this.pattern(separator) : undefined;
    const by = separator ? this.take(separator) : () => machine.value("FS");
    const partsOf = (value: string): Now<readonly string[]> =>
      pattern
        ? follow(pattern(), (found) => splitByPattern(value, found))
        : follow(by(), (given) => splitText(value, machine.text(given)));
    const separators = between && isArrayName(between) ? this.array(between) : undefined;
    const found = pattern ?? (() => follow(by(), (given) => machine.text(given)));
    return () =>
      follow(take(), (value) =>
        follow(partsOf(machine.text(value)), (parts) =>
          follow(array(), (into) =>
            follow(separators?.(), (all) =>
              follow(all && found(), (how) => {
                if (all && how !== undefined) putSeparators(all, machine.text(value), how);
                return putInto(into, parts);
              }),
            ),
          ),
        ),
      );
  }

  private sortCall([source, target, order]: readonly AwkExpression[], what: "values" | "keys"): Take {
    if (!source || !isArrayName(source) || (target && !isArrayName(target)))
      throw new AwkError(`${what === "values" ? "asort" : "asorti"} needs arrays`);
    const from = this.array(source);
    const into = target ? this.array(target) : from;
    const how = order && this.take(order);
    return () =>
      follow(from(), (values) =>
        follow(into(), (sorted) =>
          follow(how?.(), (named) => {
            if (named === undefined) return sortInto(sorted, values, what);
            return putSorted(sorted, this.machine.entriesOf(values, this.machine.text(named)), what);
          }),
        ),
      );
  }

  private matchCall([text, pattern, groups]: readonly AwkExpression[]): Take {
    if (!text || !pattern) throw new AwkError("match needs a text and a pattern");
    const [take, compiled] = [this.take(text), this.pattern(pattern, groups !== undefined)];
    const array = groups && isArrayName(groups) ? this.array(groups) : undefined;
    return () =>
      follow(take(), (value) =>
        follow(compiled(), (found) =>
          follow(array?.(), (parts) => matchIn(this.machine, this.machine.text(value), found, parts)),
        ),
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

  /** Compares two elements by what a function says of their keys and values. @throws AwkError for one that waits for a command */
  comparing(name: string): ((one: Entry, other: Entry) => number) | undefined {
    const own = this.functions.get(name);
    if (!own) return undefined;
    return (one, other) => {
      const slots = [...one, ...other].map((value): Slot => ({ value }));
      const order = this.callOwn(
        own,
        own.parameters.map((_, at) => slots[at] ?? { value: undefined }),
      );
      if (order instanceof Promise) throw new AwkError(`function ${name} runs commands, which an order cannot`);
      return toNumber(order);
    };
  }

  private callOwn(own: OwnFunction, slots: Slot[]): Now<AwkValue> {
    const { machine } = this;
    machine.frames.push(slots);
    machine.returned = undefined;
    return follow(own.run(), () => {
      machine.frames.pop();
      const { returned } = machine;
      machine.returned = undefined;
      return returned;
    });
  }

  protected ownCall({ name, values }: Extract<AwkExpression, { kind: "call" }>): Take {
    const own = this.functions.get(name);
    if (!own) throw new AwkError(`function ${name} not defined`);
    if (values.length > own.parameters.length) throw new AwkError(`function ${name} called with too many arguments`);
    const takes = own.parameters.map((_, at): (() => Now<Slot>) => {
      const value = values[at];
      if (!value) return () => ({ value: undefined });
      if (isArrayName(value)) {
        const slot = this.slotOf(value);
        return () => follow(slot(), (origin) => ({ value: origin.value, origin }));
      }
      const take = this.take(value);
      return () => follow(take(), (given) => ({ value: given }));
    });
    return () => all(takes, (slots) => this.callOwn(own, slots));
  }
}
