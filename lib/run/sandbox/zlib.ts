import { gunzipSync as gunzip, gzipSync as gzip } from "fflate";

/** The part of Node's zlib module that the shell's gzip, gunzip and tar use. */
export const gunzipSync = (bytes: Uint8Array) => gunzip(bytes);
export const gzipSync = (bytes: Uint8Array, { level = 6 }: { readonly level?: number } = {}) =>
  gzip(bytes, { level: Math.min(9, Math.max(0, level)) as 0 | 6 | 9 });

export const constants = { Z_BEST_SPEED: 1, Z_BEST_COMPRESSION: 9, Z_DEFAULT_COMPRESSION: 6 } as const;
