/** Held, by as many pages as there are, while the browser does what a person waits for. */
const lock = "skillground-busy";

/** Milliseconds after which a person sees the result of what has ended: lists are judged and drawn after the last file came. */
const linger = 1000;

/**
 * Lets a service worker that stores the lab wait, so that this page gets the processor and the line. @returns a function that ends this; the
 * browser ends it with the page.
 */
export function markBusy(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  // Absent outside secure contexts, where there is no service worker either.
  void navigator.locks?.request(lock, { mode: "shared" }, () => promise).catch(() => undefined);
  return () => void setTimeout(resolve, linger);
}

/** Resolves when no page is busy, at the latest when `signal` is aborted. */
export async function untilIdle(locks: LockManager | undefined, signal: AbortSignal): Promise<void> {
  await locks?.request(lock, { signal }, () => undefined).catch(() => undefined);
}
