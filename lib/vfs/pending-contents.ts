/** Asks for contents before others. Paths are absolute inside the volume. */
export type AskForContents = (paths: readonly string[]) => void;

/**
 * The contents of a volume that are still on their way: who waits for which, and who is asked for it. Files that are
 * asked for in one task are asked for together.
 */
export class PendingContents {
  #ask: AskForContents | undefined;
  readonly #waits = new Map<string, PromiseWithResolvers<void>>();
  /** Read while they were not there, by somebody who could not wait. */
  readonly #missed = new Set<string>();
  #wanted: string[] = [];

  /** From here on `ask` is asked. Without it nothing comes any more, and who waits is told so. */
  comeFrom(ask: AskForContents | undefined): void {
    this.#ask = ask;
    if (!ask) for (const path of [...this.#waits.keys()]) this.#resolve(path);
    else if (this.#missed.size > 0) ask([...this.#missed]);
  }

  /** Asks for a pending file; `undefined` where nothing comes any more. */
  arrival(path: string): Promise<void> | undefined {
    if (!this.#ask) return undefined;
    const waited = this.#waits.get(path);
    if (waited) return waited.promise;
    const wait = Promise.withResolvers<void>();
    this.#waits.set(path, wait);
    this.#want(path);
    return wait.promise;
  }

  /** Notes that a pending file was read in vain, and asks for it. */
  miss(path: string): void {
    if (this.#missed.has(path)) return;
    this.#missed.add(path);
    this.#want(path);
  }

  /** Tells who waits for the file that it has come. Returns whether it had been read in vain. */
  come(path: string): boolean {
    this.#resolve(path);
    return this.#missed.delete(path);
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
