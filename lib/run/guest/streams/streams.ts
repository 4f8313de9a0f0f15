import library from "readable-stream/lib/stream.js";

// Node's own since version 22; the library's are of an older one.
library.setDefaultHighWaterMark(false, 65_536);

/** Node's `stream`. */
export const streams = library;
export const { Duplex, Readable, Writable } = library;
