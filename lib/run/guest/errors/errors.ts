import { frameInV8, textInV8 } from "./engine-texts.ts";
import { ownMessage, ownStack } from "./own-names.ts";

/**
 * Errors as in V8: `stack` begins with the error's name and message, while QuickJS's begins with the place. Scripts print `stack`, and a
 * person would read a place only.
 */
type ErrorClass = new (...given: unknown[]) => Error;

/** @param isWhole whether with the code of Node's own errors, as in a stack: those tell it in `toString` too, and others never */
function headOf(error: Error & { readonly code?: unknown }, isWhole = false): string {
  const { name: given = "Error", message = "", code } = error;
  const isNodes = /^ERR_/.test(String(code)) && error.toString !== Error.prototype.toString;
  const name = isWhole && isNodes ? `${given} [${String(code)}]` : given;
  return message === "" ? name : name === "" ? message : `${name}: ${message}`;
}

/** Files that run inside of a function, whose beginning stands on their first line. */
export const wrappedFiles = new Set<string>();
const wrapping = "(function (exports, require, module, __filename, __dirname) { ".length;

/** The engine's places, as they are in the script's files. */
function placesIn(all: string): string {
  return all.replaceAll(/([^(): ]+):1:(\d+)(?=\)?$)/gm, (whole, file: string, column: string) =>
    wrappedFiles.has(file) ? `${file}:1:${Number(column) - wrapping}` : whole,
  );
}

/** Computed at first access, as in V8, so that a class can set its name before. */
function defineStack(error: Error, all: string): void {
  // Only places in the script's own files, as far as known.
  const places = all.replaceAll(/^ {4}at .*(?:\(native\)|\(node:[:\w]*\))\n?/gm, "");
  let made: unknown;
  const set = (value: unknown) => {
    Object.defineProperty(error, "stack", { value, configurable: true, writable: true });
  };
  const get = () => {
    made ??= `${headOf(error, true)}\n${framesOf(places)}`.trimEnd();
    return made;
  };
  Object.defineProperty(error, "stack", { configurable: true, enumerable: false, get, set });
}

function framesOf(places: string): string {
  return places.split("\n").map(frameInV8).join("\n");
}

/** A stack of where an error was thrown, which may be elsewhere than it was made: the engine notes that anew. */
export function thrownAt(error: Error): string {
  const all: unknown = Object.getOwnPropertyDescriptor(error, ownStack)?.value;
  return all === undefined ? String(error.stack) : framesOf(placesIn(String(all)));
}

/** Removes a property. @returns what it was */
function taken(error: Error, name: string): unknown {
  const own = Object.getOwnPropertyDescriptor(error, name);
  if (own) Reflect.deleteProperty(error, name);
  return own?.value as unknown;
}

/** Gives an error that the engine has thrown its words and its stack (`telling`). */
export function headed<Value>(value: Value): Value {
  return telling(value, false);
}

/**
 * Gives an error what it says, and a stack that begins with it; returns anything else unchanged.
 * @param isOwn whether a script has made it, and not the engine
 */
function telling<Value>(value: Value, isOwn: boolean): Value {
  if (!(value instanceof Error)) return value;
  const [said, all] = [taken(value, ownMessage), taken(value, ownStack)];
  if (said === undefined && all === undefined) return value;
  // In V8's order, in which scripts print them.
  const others = ["cause", "errors"].map((name) => [name, taken(value, name)] as const);
  const places = placesIn(String(all ?? ""));
  if (all !== undefined) defineStack(value, places);
  const text = said === undefined || isOwn ? said : textInV8(String(said), places);
  for (const [name, given] of [["message", text] as const, ...others]) {
    if (given === undefined) continue;
    Object.defineProperty(value, name, { value: given, enumerable: false, configurable: true, writable: true });
  }
  return value;
}

function wrapped(Native: ErrorClass): ErrorClass {
  function Wrapped(...given: unknown[]): Error {
    const target = new.target ?? Wrapped;
    const error = telling(Reflect.construct(Native, given, target) as Error, true);
    if (!Object.hasOwn(error, "message") && error.message !== "")
      Object.defineProperty(error, "message", { value: "", enumerable: false, configurable: true, writable: true });
    return error;
  }
  Object.defineProperty(Wrapped, "name", { value: Native.name });
  Object.defineProperty(Wrapped, "length", { value: Native.length });
  Object.defineProperty(Wrapped, "prototype", { value: Native.prototype, writable: false });
  Object.defineProperty(Native.prototype, "constructor", { value: Wrapped, configurable: true, writable: true });
  return Wrapped as unknown as ErrorClass;
}

/** Lets errors that the engine itself has thrown tell what they say, and where, once a script asks for it. */
function installTelling(): void {
  for (const name of ["message", "stack"] as const) {
    const own = name === "message" ? ownMessage : ownStack;
    const get = function (this: unknown): unknown {
      if (this instanceof Error && Object.hasOwn(this, own)) return headed(this)[name];
      return name === "message" ? "" : undefined;
    };
    const set = function (this: object, value: unknown): void {
      const enumerable = !Object.hasOwn(this, own);
      Object.defineProperty(headed(this), name, { value, enumerable, configurable: true, writable: true });
    };
    Object.defineProperty(Error.prototype, name, { configurable: true, get, set });
  }
  const { toString: told } = {
    toString(this: Error): string {
      return headOf(this);
    },
  };
  Object.defineProperty(Error.prototype, "toString", { value: told, configurable: true, writable: true });
  const { getOwnPropertyNames } = Object;
  Object.getOwnPropertyNames = (of: object) => getOwnPropertyNames(headed(of));
}

/** What V8 says of a pattern where the engine says this. */
const ofPatterns: Readonly<Record<string, string>> = {
  "expecting ')'": "Unterminated group",
  "unexpected end": "Unterminated character class",
  "expecting '}'": "Incomplete quantifier",
  "nothing to repeat": "Nothing to repeat",
  "extraneous characters at the end": "Unmatched ')'",
  "invalid class range": "Range out of order in character class",
  "invalid group": "Invalid group",
  "invalid group name": "Invalid capture group name",
  "duplicate group name": "Duplicate capture group name",
  "group name not defined": "Invalid named capture referenced",
  "invalid escape sequence in regular expression": "Invalid escape",
  "invalid repetition count": "numbers out of order in {} quantifier",
  "unknown unicode property name": "Invalid property name",
};

/** `RegExp` with V8's words for a pattern that is none: scripts check those that they are given. */
function installPatterns(): void {
  const Native = RegExp;
  function Wrapped(...given: [pattern: string, flags?: string]): RegExp {
    try {
      return new.target ? (Reflect.construct(Native, given, new.target) as RegExp) : Native(...given);
    } catch (caught) {
      const { message } = caught as Error;
      const [pattern, flags = ""] = given;
      const isCut = message === "unexpected end" && /(?:^|[^\\])(?:\\\\)*\\$/.test(String(pattern));
      const said = isCut ? "\\ at end of pattern" : ofPatterns[message];
      if (message === "invalid regular expression flags")
        // biome-ignore lint/style/useErrorCause: Node's has none, and a cause is printed
        throw new SyntaxError(`Invalid flags supplied to RegExp constructor '${flags}'`);
      if (said === undefined) throw headed(caught);
      // biome-ignore lint/style/useErrorCause: Node's has none, and a cause is printed
      throw new SyntaxError(`Invalid regular expression: /${String(pattern)}/${flags}: ${said}`);
    }
  }
  Object.defineProperties(Wrapped, Object.getOwnPropertyDescriptors(Native));
  Object.defineProperty(Native.prototype, "constructor", { value: Wrapped, configurable: true, writable: true });
  Object.defineProperty(globalThis, "RegExp", { value: Wrapped, configurable: true, writable: true });
}

const kinds = ["EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError", "AggregateError"];

/** Replaces the engine's own error classes. Must run before anything is loaded that derives from them. */
export function installErrors(): void {
  const scope = globalThis as unknown as Record<string, ErrorClass>;
  for (const kind of ["Error", ...kinds]) {
    // What every error says that says nothing is in one place.
    for (const name of ["message", ownMessage]) Reflect.deleteProperty((scope[kind] as ErrorClass).prototype, name);
    const made = wrapped(scope[kind] as ErrorClass);
    Object.defineProperty(globalThis, kind, { value: made, configurable: true, writable: true });
    if (kind !== "Error") Object.setPrototypeOf(made, scope.Error as object);
  }
  installTelling();
  installPatterns();
  Object.assign(scope.Error as object, {
    stackTraceLimit: 10,
    captureStackTrace(target: object) {
      const { stack = "" } = new (scope.Error as ErrorClass)();
      const places = stack.split("\n").slice(2).join("\n");
      defineStack(target as Error, places);
    },
  });
}
