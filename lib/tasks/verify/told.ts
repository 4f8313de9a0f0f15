/** What a harness told of a tree: the program as its requests show it, or the engine here. Both are compared word by word. */
export interface Told {
  /** Where in the request the catalog stands; absent where there is none. */
  readonly stands?: string;
  /** The catalog without the rows of the program's own skills; absent where nothing of this tree shows it. */
  readonly catalog?: string;
  /** The program's own skills as it lists them. */
  readonly own: readonly OwnRow[];
  readonly tool?: ToldTool;
  /** What became of the person's line: the message, or what was printed after `[printed] `. */
  readonly line?: string;
  /** What came of each call, and of the texts that followed it. */
  readonly results: readonly string[];
  /** What was told of skills after each file that the model read; absent as the catalog is. */
  readonly later?: readonly string[];
}

/** A row of a skill that the program brings along. Its text is not kept. */
export interface OwnRow {
  readonly name: string;
  readonly text: string;
}

/** Of a tool's description only what is needed to tell whether it is the same. */
export interface ToldTool {
  readonly name: string;
  readonly schema: unknown;
  readonly length: number;
  readonly sha256: string;
}

/** What comes before the text of a line that never reached the model. */
export const printedMark = "[printed] ";
