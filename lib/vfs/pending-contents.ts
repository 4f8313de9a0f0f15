/** Requests contents ahead of others. Paths are absolute inside the volume. */
type AskForContents = (paths: readonly string[]) => void;

/**
 * The contents of a volume that are still on their way: which readers wait for which files, and where contents are requested. Files
 * requested in one task are requested together.
 */
export class PendingContents {
  #ask: AskForContents | undefined;
  readonly #waits = new Map<string, PromiseWithResolvers<void>>();
  /** Files that were read while pending, by a reader who could not wait. */
  readonly #missed = new Set<string>();
  #wanted: string[] = [];

  /** Sets where contents are requested from now on. With `undefined` no more come, and every waiting reader resumes. */
  requestFrom(ask: AskForContents | undefined): void {
    this.#ask = ask;
    if (!ask) for (const path of [...this.#waits.keys()]) this.#resolve(path);
    else if (this.#missed.size > 0) ask([...this.#missed]);
  }

  /** Requests a pending file; `undefined` if no more contents come. */
  whenSettled(path: string): Promise<void> | undefined {
    if (!this.#ask) return undefined;
    const waited = this.#waits.get(path);
    if (waited) return waited.promise;
    const wait = Promise.withResolvers<void>();
    this.#waits.set(path, wait);
    this.#want(path);
    return wait.promise;
  }

  /** Records that a file was read while pending, and requests it. */
  miss(path: string): void {
    if (this.#missed.has(path)) return;
    this.#missed.add(path);
    this.#want(path);
  }

  /** Resumes the readers that wait for this file. Returns whether it had been read while pending. */
  arrived(path: string): boolean {
    this.#resolve(path);
    return this.#missed.delete(path);
  }

  /** Whether some file was read while pending and has not come since. */
  wasMissed(): boolean {
    return this.#missed.size > 0;
  }

  #want(path: string): void {
    this.#wanted.push(path);
    if (this.#wanted.length > 1) return;
    queueMicrotask(() => {
      this.#ask?.(this.#wanted);
      this.#wanted = [];
    });
  }

  #resolve(path: string): void {
    this.#waits.get(path)?.resolve();
    this.#waits.delete(path);
  }
}
