/**
 * Errors as in V8: `stack` begins with the error's name and message, while QuickJS's begins with the place. Scripts print `stack`, and a
 * person would read a place only.
 */
type ErrorClass = new (...given: unknown[]) => Error;

function headOf(error: Error): string {
  const { name = "Error", message = "" } = error;
  return message === "" ? name : name === "" ? message : `${name}: ${message}`;
}

/** Computed at first access, as in V8, so that a class can set its name before. */
function defineStack(error: Error, all: string): void {
  // Only places in the script's own files, as far as known.
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

/** Adds the name and message to the stack of an error that the engine itself has thrown; returns anything else unchanged. */
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
    if (!Object.hasOwn(error, "message") && error.message !== "")
      Object.defineProperty(error, "message", { value: "", enumerable: false, configurable: true, writable: true });
    return headed(error);
  }
  Object.defineProperty(Wrapped, "name", { value: Native.name });
  Object.defineProperty(Wrapped, "length", { value: Native.length });
  Object.defineProperty(Wrapped, "prototype", { value: Native.prototype, writable: false });
  Object.defineProperty(Native.prototype, "constructor", { value: Wrapped, configurable: true, writable: true });
  return Wrapped as unknown as ErrorClass;
}

const kinds = ["EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError", "AggregateError"];

/** Replaces the engine's own error classes. Must run before anything is loaded that derives from them. */
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

/** Node's error for an argument of a wrong kind. @param wanted such as `of type function` */
export function argumentError(name: string, wanted: string, value: unknown): Error {
  const text = `The "${name}" argument must be ${wanted}. Received ${received(value)}`;
  return Object.assign(new TypeError(text), { code: "ERR_INVALID_ARG_TYPE" });
}

/** A value as Node names it in errors. */
function received(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "function") return `function ${value.name}`;
  if (typeof value === "object") return `an instance of ${value.constructor?.name ?? "Object"}`;
  const text = String(value);
  if (typeof value === "string") return `type string ('${text.length > 28 ? `${text.slice(0, 25)}...` : text}')`;
  return `type ${typeof value} (${text}${typeof value === "bigint" ? "n" : ""})`;
}
