// Stands in for modules that memfs loads and a volume never uses; the bundler replaces them by this file (`next.config.mjs`). Among them
// are those that print a tree and make memfs's own snapshots: memfs uses nothing of them while it loads.

/** memfs derives its watchers and file handles from this; a volume has neither watchers nor listeners. */
export class EventEmitter {
  emit(): boolean {
    return false;
  }
}

/** memfs derives its file streams from these when it is loaded; a volume opens none. */
export function Readable(): void {
  // Never called.
}

export function Writable(): void {
  // Never called.
}

/** The browser's own `URL`, in place of a polyfill of Node's module. */
export const URL = globalThis.URL;
