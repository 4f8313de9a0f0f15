/** A file that a person made executable, or moved as one: that its source has no such file does not change it. */
export interface ExecutableFile {
  readonly bytes: Uint8Array;
  readonly executable: true;
}

/**
 * What a person made of one file: its new bytes, by which an executable one stays executable and a new one is not; the
 * same for one that is executable in any case; or `null` where they deleted it.
 */
export type Edit = Uint8Array | ExecutableFile | null;

/** Changes over a mount's snapshot, by absolute path inside the mount. */
export type Edits = ReadonlyMap<string, Edit>;

/** The bytes that stand there after an edit; `null` where nothing does. */
export function editedBytes(edit: Edit): Uint8Array | null {
  return edit instanceof Uint8Array ? edit : (edit?.bytes ?? null);
}

export function isExecutableEdit(edit: Edit): edit is ExecutableFile {
  return edit !== null && "executable" in edit;
}

/** The edit that leaves these bytes in a file, executable or as what stands there is. */
export function editOf(bytes: Uint8Array, executable: boolean): Edit {
  return executable ? { bytes, executable } : bytes;
}
