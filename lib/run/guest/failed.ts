import { handleUncaught } from "./process.ts";

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
