/**
 * What one mount may hold. A hostile tree names 10^10 files in a kilobyte (measured: 2.6 GB and
 * counting), so every reader counts against these while it walks, before it keeps anything.
 */
export const mountLimits = {
  files: 20_000,
  /** Bytes of all files together. */
  bytes: 100 * 1024 * 1024,
  /** Bytes of one file. */
  fileBytes: 25 * 1024 * 1024,
  /** Folders above a file. */
  depth: 64,
  /** Characters of a whole path. */
  pathLength: 1024,
  /** UTF-8 bytes of one name: what common disks allow. */
  nameBytes: 255,
} as const;
