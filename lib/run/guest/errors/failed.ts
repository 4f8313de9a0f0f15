import { inspect } from "node-inspect-extracted";
import { handleUncaught } from "../process.ts";
import { onlyPlace, shownPlace } from "./engine-texts.ts";
import { thrownAt } from "./errors.ts";

/** The first error thrown in a job: Node ends a program with it. */
let failed: { readonly error: unknown } | undefined;

/** Runs `run` after the current job, and keeps what it throws, which QuickJS would lose. */
export function runSoon(run: () => void): void {
  Promise.resolve()
    .then(run)
    .then(undefined, (error: unknown) => {
      failed ??= { error };
    });
}

/** Ends the program with the first uncaught error, unless the program handles uncaught errors itself. */
export function throwFailed(): void {
  if (!failed) return;
  const { error } = failed;
  failed = undefined;
  if (!handleUncaught(error, false)) throw error;
}

/** Adds to an error that ends a module, as Node does, that the name which it lacks is one of CommonJS. */
export function tellScope(error: unknown): void {
  if (!(error instanceof ReferenceError)) return;
  const { message, stack = "" } = error;
  const name = /^(require|module|exports|__filename|__dirname) is not defined$/.exec(message)?.[1];
  if (name === undefined) return;
  error.message = `${message} in ES module scope${name === "require" ? ", you can use import instead" : ""}`;
  error.stack = stack.replace(message, error.message);
}

const unhandled =
  "UnhandledPromiseRejection: This error originated either by throwing inside of an async function without a catch block, " +
  "or by rejecting a promise which was not handled with .catch(). The promise rejected with the reason ";

/** What Node prints of an error that ends a program. */
export function uncaughtText(error: unknown, isOfPromise: boolean): string {
  if (error instanceof Error) return shownPlace(isOfPromise ? String(error.stack) : thrownAt(error)) + inspect(error);
  const isObject = typeof error === "object" && error !== null;
  if (isOfPromise) {
    const reason = isObject ? `#<${error.constructor?.name ?? "Object"}>` : String(error);
    return `${unhandled}"${reason}". {\n  code: 'ERR_UNHANDLED_REJECTION'\n}`;
  }
  const place = onlyPlace();
  if (!isObject && typeof error !== "function")
    return `\n${place.replace(/\n$/, "")}${String(error)}\n(Use \`node --trace-uncaught ...\` to show where the exception was thrown)`;
  return (place.startsWith("[") ? place : `\n${place.replace(/\n$/, "")}`) + inspect(error);
}
