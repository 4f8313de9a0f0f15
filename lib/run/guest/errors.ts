/**
 * Errors as V8 has them: `stack` begins with what the error is, where QuickJS begins with where it was made. Scripts print that, and a person would
 * read of a place only.
 */
type ErrorClass = new (...given: unknown[]) => Error;

function headOf(error: Error): string {
  const { name = "Error", message = "" } = error;
  return message === "" ? name : name === "" ? message : `${name}: ${message}`;
}

/** Made when it is first asked for, as in V8, when a class has given its name. */
function defineStack(error: Error, all: string): void {
  // Of the script's own files, as far as they are known.
  const places = all.replaceAll(/^ {4}at .*(?:\(native\)|\(node:(?:prelude|main)[:\d]*\))\n?/gm, "");
  let made: unknown;
  const set = (value: unknown) => {
    Object.defineProperty(error, "stack", { value, configurable: true, writable: true });
  };
  const get = () => {
    made ??= `${headOf(error)}\n${places}`.trimEnd();
    return made;
  };
  Object.defineProperty(error, "stack", { configurable: true, enumerable: false, get, set });
}

/** An error that the engine itself has thrown, with what it is in its stack; anything else as it is. */
export function headed<Value>(value: Value): Value {
  if (!(value instanceof Error)) return value;
  const own = Object.getOwnPropertyDescriptor(value, "stack");
  if (typeof own?.value === "string" && /^ {4}at /.test(own.value)) defineStack(value, own.value);
  return value;
}

function wrapped(Native: ErrorClass): ErrorClass {
  function Wrapped(...given: unknown[]): Error {
    const target = new.target ?? Wrapped;
    const error = Reflect.construct(Native, given, target) as Error;
    return headed(error);
  }
  Object.defineProperty(Wrapped, "name", { value: Native.name });
  Object.defineProperty(Wrapped, "length", { value: Native.length });
  Object.defineProperty(Wrapped, "prototype", { value: Native.prototype, writable: false });
  Object.defineProperty(Native.prototype, "constructor", { value: Wrapped, configurable: true, writable: true });
  return Wrapped as unknown as ErrorClass;
}

const kinds = ["EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError", "AggregateError"];

/** Puts them in the places of the engine's own. Before anything else is loaded that makes classes of errors. */
export function installErrors(): void {
  const scope = globalThis as unknown as Record<string, ErrorClass>;
  for (const kind of ["Error", ...kinds]) {
    const made = wrapped(scope[kind] as ErrorClass);
    Object.defineProperty(globalThis, kind, { value: made, configurable: true, writable: true });
    if (kind !== "Error") Object.setPrototypeOf(made, scope.Error as object);
  }
  Object.assign(scope.Error as object, {
    stackTraceLimit: 10,
    captureStackTrace(target: object) {
      const { stack = "" } = new (scope.Error as ErrorClass)();
      const places = stack.split("\n").slice(2).join("\n");
      defineStack(target as Error, places);
    },
  });
}
