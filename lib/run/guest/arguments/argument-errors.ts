import { inspect } from "node-inspect-extracted";

/** Node's error for an argument of a wrong kind. @param wanted such as `of type function` */
export function argumentError(name: string, wanted: string, value: unknown): Error {
  return nodeError(
    TypeError,
    "ERR_INVALID_ARG_TYPE",
    `The ${calledBy(name)} must be ${wanted}. Received ${received(value)}`,
  );
}

/** The same with less of the value, as Node's own code in C++ has it. */
export function namelessError(name: string, wanted: string, value: unknown): Error {
  const given =
    typeof value === "function"
      ? "function"
      : typeof value === "symbol"
        ? String(value)
        : typeof value === "bigint"
          ? `type bigint (${value})`
          : received(value);
  return nativeError(TypeError, "ERR_INVALID_ARG_TYPE", `The "${name}" argument must be ${wanted}. Received ${given}`);
}

/** An argument is told by its name, a part of one as a property, and what has no name by its place (`first argument`). */
function calledBy(name: string): string {
  if (name.endsWith(" argument")) return name;
  return `"${name}" ${name.includes(".") ? "property" : "argument"}`;
}

/** Node's error for a value that is none of those that are possible. @param why such as `must be one of: …` */
export function valueError(name: string, value: unknown, why = "is invalid"): Error {
  return nodeError(TypeError, "ERR_INVALID_ARG_VALUE", `The argument '${name}' ${why}. Received ${shown(value, 128)}`);
}

/** Node's error for a number that is too large, too small, or not whole. @param wanted such as `an integer` */
export function rangeError(name: string, wanted: string, value: unknown): Error {
  const isWhole = Number.isInteger(value) || typeof value === "bigint";
  const isLong = isWhole && Math.abs(Number(value)) > 2 ** 32;
  const told = isLong ? inspect(value).replaceAll(/\B(?=(?:\d{3})+n?$)/g, "_") : inspect(value);
  return nodeError(
    RangeError,
    "ERR_OUT_OF_RANGE",
    `The value of "${name}" is out of range. It must be ${wanted}. Received ${told}`,
  );
}

/** An error of Node's own, which tells its code as text too. @param others further properties */
export function nodeError(kind: new (text: string) => Error, code: string, text: string, others?: object): Error {
  const told = {
    value(this: Error): string {
      return `${this.name} [${code}]: ${this.message}`;
    },
  };
  return Object.assign(
    Object.defineProperty(new kind(text), "toString", { ...told, configurable: true, writable: true }),
    { code },
    others,
  );
}

/** An error of Node's part in C++, which has its code as a property alone. */
export function nativeError(kind: new (text: string) => Error, code: string, text: string): Error {
  return Object.assign(new kind(text), { code });
}

/** A value as Node names it in errors. */
function received(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "function") return `function ${value.name}`;
  if (typeof value !== "object") return `type ${typeof value} (${shown(value, 28)})`;
  return value.constructor?.name ? `an instance of ${value.constructor.name}` : inspect(value, { depth: -1 });
}

function shown(value: unknown, most: number): string {
  const text = inspect(value);
  return text.length > most ? `${text.slice(0, most === 28 ? 25 : most)}...` : text;
}
