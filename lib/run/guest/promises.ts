import { inspect } from "node-inspect-extracted";
import { native } from "./native.ts";

type Inspect = typeof inspect;
type Options = NonNullable<Parameters<Inspect>[1]> & object;

/** Longest text of a value that Node prints on one line with its promise. */
const longest = 72;

/** Prints a promise with its value or its error, as Node does: only the engine knows these. */
export function installPromises(): void {
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
