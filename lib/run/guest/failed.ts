import { handleUncaught } from "./process.ts";

/** The first error that nobody was there to catch, in a promise or a job: Node ends a program with that. */
let failed: { readonly error: unknown; readonly isOfPromise: boolean } | undefined;

/** Takes note of what a promise was rejected with, for which nobody waited. */
export function fail(error: unknown): void {
  failed ??= { error, isOfPromise: true };
}

/** Takes note of a call whose promise nobody else waits for (`javascript-modules.ts` puts it around such calls). */
export function follow(value: unknown): void {
  if (value instanceof Promise) value.then(undefined, fail);
}

/** What is done after the job that runs now: QuickJS would lose what it throws. */
export function runSoon(run: () => void): void {
  Promise.resolve()
    .then(run)
    .then(undefined, (error: unknown) => {
      failed ??= { error, isOfPromise: false };
    });
}

/** Ends the program with the first error that nobody has caught, unless it wants to hear of those itself. */
export function throwFailed(): void {
  if (!failed) return;
  const { error, isOfPromise } = failed;
  failed = undefined;
  if (!handleUncaught(error, isOfPromise)) throw error;
}
