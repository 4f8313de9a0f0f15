// What memfs loads and a volume never uses: the bundler puts this file in place of those modules (`next.config.mjs`), the
// ones that print a tree and make memfs's own snapshots included, of which nothing is asked when memfs is loaded.

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

/** The browser's own, in place of a polyfill of Node's module. */
export const URL = globalThis.URL;
