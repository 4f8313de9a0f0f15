import { installErrors } from "./errors.ts";
import { installLocale } from "./locale.ts";
import { processObject } from "./process.ts";
import * as web from "./web.ts";

installErrors();
installLocale();

/** Nothing is ever collected for a program of a minute, so nobody has to be told of it. */
class NeverCollected {
  register(): void {
    // See above.
  }
  unregister(): void {
    // See above.
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

// What libraries look for when they are loaded, so before them.
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
