/** What a harness told of a tree: the program in its requests, or the engine here. Both are compared word by word. */
export interface Told {
  /** Where the catalog is in the request; absent without one. */
  readonly stands?: string;
  /** The catalog without the program's own rows; absent if this tree shows none. */
  readonly catalog?: string;
  /** The program's own skills as listed. */
  readonly own: readonly OwnRow[];
  readonly tool?: ToldTool;
  /** What became of the person's line: the message, or the output after `[printed] `. */
  readonly line?: string;
  /** The result of each call, with the texts after it. */
  readonly results: readonly string[];
  /** The files that a model was let read; absent if the tree is not about that. */
  readonly opened?: readonly string[];
  /** What was told of skills after each file that the model read; absent like the catalog. */
  readonly later?: readonly string[];
}

/** A row of one of the program's bundled skills. Its text is not kept. */
export interface OwnRow {
  readonly name: string;
  readonly text: string;
}

/** A tool, with only enough of its description to tell whether it is the same. */
export interface ToldTool {
  readonly name: string;
  readonly schema: unknown;
  readonly length: number;
  readonly sha256: string;
}

/** Precedes the output for a line that never reached the model. */
export const printedMark = "[printed] ";
