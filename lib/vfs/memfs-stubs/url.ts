/** The browser's own, in place of a polyfill of Node's module. */
export const URL = globalThis.URL;
