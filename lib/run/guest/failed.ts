import { handleUncaught } from "./process.ts";

/** The first error that was thrown in a job: Node ends a program with that. */
let failed: { readonly error: unknown } | undefined;

/** What is done after the job that runs now: QuickJS would lose what it throws. */
export function runSoon(run: () => void): void {
  Promise.resolve()
    .then(run)
    .then(undefined, (error: unknown) => {
      failed ??= { error };
    });
}

/** Ends the program with the first error that nobody has caught, unless it wants to hear of those itself. */
export function throwFailed(): void {
  if (!failed) return;
  const { error } = failed;
  failed = undefined;
  if (!handleUncaught(error, false)) throw error;
}
