import { inspect } from "node-inspect-extracted";
import { native } from "./native.ts";

type Inspect = typeof inspect;
type Options = NonNullable<Parameters<Inspect>[1]> & object;

/** Longest text of a value that Node prints on one line with its promise. */
const longest = 72;

/** What a map's or a set's iterator goes through: an iterator itself cannot be looked into. */
const sources = new WeakMap<object, { readonly from: Map<unknown, unknown> | Set<unknown>; readonly kind: string }>();

/** Prints the iterators of maps and sets with what they give, as Node does. */
export function installIterators(): void {
  for (const Class of [Map, Set]) {
    const proto = Class.prototype as unknown as Record<string | symbol, () => object>;
    for (const kind of ["keys", "values", "entries"]) {
      const own = proto[kind];
      if (!own) continue;
      const made = {
        [kind](this: Map<unknown, unknown>) {
          const iterator = own.call(this);
          sources.set(iterator, { from: this, kind });
          return iterator;
        },
      }[kind];
      if (made) Object.defineProperty(proto, kind, { value: made, configurable: true, writable: true });
    }
    const iterators = Object.getPrototypeOf(Class === Map ? new Map().values() : new Set().values()) as object;
    Object.defineProperty(iterators, inspect.custom, {
      configurable: true,
      value(this: object, _: number, options: Options, inspectWith: Inspect = inspect) {
        const { from, kind } = sources.get(this) ?? { from: new Set(), kind: "values" };
        const isMap = from instanceof Map;
        const pairs = [...from.entries()].map((pair) => ({ keys: pair[0], values: pair[1], entries: pair })[kind]);
        const values = pairs as readonly unknown[];
        const text = inspectWith(new Set(values), options).replace(/^Set\(\d+\) /, "");
        return `[${isMap ? "Map" : "Set"} ${kind === "entries" ? "Entries" : "Iterator"}] ${text.replace(/^\{\}$/, "{  }")}`;
      },
    });
  }
}

/** Prints generators' functions as such, which the library that prints values knows by V8 only. */
export function installGenerators(): void {
  const functions = {
    GeneratorFunction: function* () {
      yield 0;
    },
    AsyncGeneratorFunction: async function* () {
      yield 0;
    },
  };
  for (const [kind, made] of Object.entries(functions)) {
    Object.defineProperty(Object.getPrototypeOf(made), inspect.custom, {
      configurable: true,
      value(this: { readonly name: string }) {
        return `[${kind}${this.name === "" ? " (anonymous)" : `: ${this.name}`}]`;
      },
    });
  }
}

/** Prints a promise with its value or its error, as Node does: only the engine knows these. */
export function installPromises(): void {
  // The engine leaves the message of `Promise.any` out; those that a script makes have one of their own.
  AggregateError.prototype.message = "All promises were rejected";
  if (!("fromAsync" in Array))
    Object.defineProperty(Array, "fromAsync", { value: fromAsync, configurable: true, writable: true });
  Object.defineProperty(Promise.prototype, inspect.custom, {
    configurable: true,
    value(this: Promise<unknown>, depth: number, options: Options, inspectWith: Inspect = inspect) {
      const [state, value] = native.promise(this);
      const text = state === "pending" ? "<pending>" : inspectWith(value, { ...options, depth: depth - 1 });
      const said = state === "rejected" ? `<rejected> ${text}` : text;
      const isOne = !said.includes("\n") && said.length < longest;
      return isOne ? `Promise { ${said} }` : `Promise {\n  ${said.replaceAll("\n", "\n  ")}\n}`;
    },
  });
}

async function fromAsync(
  all: AsyncIterable<unknown> | Iterable<unknown>,
  change = (each: unknown): unknown => each,
): Promise<unknown[]> {
  const made: unknown[] = [];
  for await (const each of all) made.push(await change(each));
  return made;
}
