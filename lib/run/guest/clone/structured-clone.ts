import { DOMException } from "../errors/dom-exception.ts";

interface CloneOptions {
  /** Buffers that are handed over: nothing is left of them where they were. */
  readonly transfer?: readonly ArrayBuffer[];
}

type Copy = (value: unknown) => unknown;

/** How objects of a kind are copied: what one becomes, and what lies in it, which may be the object itself. */
interface Kind {
  readonly is: abstract new (...made: never[]) => object;
  begin(value: object, copy: Copy): object;
  fill?(made: object, value: object, copy: Copy): void;
}

function kind<Value extends object>(
  is: abstract new (...made: never[]) => Value,
  begin: (value: Value, copy: Copy) => object,
  fill?: (made: Value, value: Value, copy: Copy) => void,
): Kind {
  return { is, begin, fill } as unknown as Kind;
}

const TypedArray = Object.getPrototypeOf(Uint8Array) as Uint8ArrayConstructor;

const kinds: readonly Kind[] = [
  kind(Array, ({ length }) => new Array(length), fillProperties),
  kind(
    Map,
    () => new Map(),
    (made, value, copy) => {
      for (const [key, each] of [...value]) made.set(copy(key), copy(each));
    },
  ),
  kind(
    Set,
    () => new Set(),
    (made, value, copy) => {
      for (const each of [...value]) made.add(copy(each));
    },
  ),
  kind(Error, (error) => new (errorKindOf(error))(error.message), fillError),
  kind(Date, (date) => new Date(date)),
  kind(RegExp, ({ source, flags }) => new RegExp(source, flags)),
  kind(ArrayBuffer, (buffer) => buffer.slice(0)),
  kind(TypedArray, (view, copy) => copyView(view, view.length, copy)),
  kind(DataView, (view, copy) => copyView(view, view.byteLength, copy)),
  ...[Boolean, Number, String, BigInt].map((each) => kind(each as never, (value: object) => Object(value.valueOf()))),
  ...[Promise, WeakMap, WeakSet, WeakRef].map((each) => kind(each as never, () => refuse(`#<${each.name}>`))),
];

/** The errors that a copy is one of, too; others become an `Error`. */
const errorKinds = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError } as const;

/**
 * `structuredClone` as in Node: a copy of data, in which an object that occurs twice, or within itself, does so in the copy.
 * @throws DOMException for what is no data, such as a function
 */
export function structuredClone<Value>(value: Value, { transfer = [] }: CloneOptions = {}): Value {
  const copies = new Map<object, unknown>(transfer.map((buffer) => [buffer, buffer.transfer()]));

  function copy(value: unknown): unknown {
    if (typeof value === "function" || typeof value === "symbol") return refuse(String(value));
    if (typeof value !== "object" || value === null) return value;
    if (copies.has(value)) return copies.get(value);
    const { begin, fill } = kinds.find(({ is }) => value instanceof is) ?? { begin: () => ({}), fill: fillProperties };
    const made = begin(value, copy);
    copies.set(value, made);
    fill?.(made, value, copy);
    return made;
  }

  return copy(value) as Value;
}

/** Node's `Buffer` becomes a plain view. */
function copyView(view: ArrayBufferView, length: number, copy: Copy): object {
  const name = Object.prototype.toString.call(view).slice(8, -1) as "Uint8Array";
  return new globalThis[name](copy(view.buffer) as ArrayBuffer, view.byteOffset, length);
}

function fillProperties(made: object, value: object, copy: Copy): void {
  for (const [name, each] of Object.entries(value)) define(made, name, copy(each), true);
}

function fillError(made: Error, error: Error, copy: Copy): void {
  define(made, "stack", error.stack, false);
  if (Object.hasOwn(error, "cause")) define(made, "cause", copy(error.cause), false);
}

function errorKindOf({ name }: Error): ErrorConstructor {
  return Object.hasOwn(errorKinds, name) ? errorKinds[name as keyof typeof errorKinds] : Error;
}

/** As a property of its own, also where it is called `__proto__`. */
function define(object: object, name: string, value: unknown, enumerable: boolean): void {
  Object.defineProperty(object, name, { value, enumerable, writable: true, configurable: true });
}

function refuse(what: string): never {
  throw new DOMException(`${what} could not be cloned.`, "DataCloneError");
}
