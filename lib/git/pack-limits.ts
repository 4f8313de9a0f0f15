import { mountLimits } from "#lib/vfs/limits.ts";

/**
 * What one pack may cost before its tree is even known: a repository is wider than the folder mounted
 * from it, but not without end (1.5 MB can inflate to 300).
 */
export const packLimits = {
  /** Bytes on the wire; the relay stops there too. */
  bytes: 100 * 1024 * 1024,
  objects: 10 * mountLimits.files,
  /** Bytes of all objects, deltas included. */
  inflatedBytes: 4 * mountLimits.bytes,
  /** An object above this is passed over; it fails the mount only if the tree asks for it. */
  objectBytes: mountLimits.fileBytes,
} as const;
