import { installErrors } from "./errors/errors.ts";

// Libraries look for these when they are loaded, and derive from the error classes, so this part comes before all others.
installErrors();

/** A program runs for a minute at most and nothing is collected, so finalizers are never called. */
class NeverCollected {
  register(): void {
    // Never called: see above.
  }
  unregister(): void {
    // Never called: see above.
  }
}

class Reference<Target> {
  readonly #target: Target;
  constructor(target: Target) {
    this.#target = target;
  }
  deref(): Target {
    return this.#target;
  }
}

const missing = { Atomics: {}, FinalizationRegistry: NeverCollected, WeakRef: Reference };

for (const [name, value] of Object.entries(missing)) {
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
