import type { FileWrite } from "#lib/harness/vocabulary/model.ts";

/** A file that goes elsewhere, byte by byte. */
export interface FileMove {
  readonly from: string;
  readonly to: string;
}

/** A change of files that makes a broken rule pass. The moves come first. */
export interface QuickFix {
  /** What it does, as a button says it. */
  readonly label: string;
  readonly writes: readonly FileWrite[];
  readonly moves: readonly FileMove[];
}

export function writing(label: string, path: string, text: string | null): QuickFix {
  return { label, writes: [{ path, text }], moves: [] };
}
