import { installErrors } from "./errors.ts";
import { installLocale } from "./locale.ts";
import { processObject } from "./process.ts";
import * as web from "./web.ts";

installErrors();
installLocale();

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

// Libraries look for these when they are loaded, so they are defined first.
for (const [name, value] of Object.entries(missing)) {
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
Object.assign(globalThis, {
  global: globalThis,
  process: processObject,
  URL: web.URL,
  URLSearchParams: web.URLSearchParams,
  TextEncoder: web.TextEncoder,
  TextDecoder: web.TextDecoder,
});
