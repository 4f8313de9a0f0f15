/** A file that a run made, changed or deleted, and that stands in the workspace only once somebody keeps it. */
export interface RunChange {
  readonly path: string;
  readonly kind: "new" | "changed" | "deleted";
  /** Absent for a deleted one. */
  readonly bytes?: Uint8Array;
  readonly executable: boolean;
}

/** A piece of what a run prints. */
export interface RunPiece {
  readonly stream: "out" | "err";
  readonly text: string;
}

/** All that a run prints, as it comes. It grows outside of the state, which says only where it is. */
export interface RunLog {
  pieces(): readonly RunPiece[];
  /** Tells each piece from now on. @returns how to end that */
  follow(listener: (piece: RunPiece) => void): () => void;
}

/** A script that the person has run, to its end. Told from the others by its key, as long as the page is there. */
export interface OwnRun {
  readonly key: string;
  /** Of the script, absolute. */
  readonly path: string;
  /** 0 where all went well. */
  readonly status: number;
}

/** A command of a model's that was run in this page. Never kept: what the conversation keeps is what the model read. */
export interface ModelRun {
  readonly log: RunLog;
  /** What it changed, as long as the person has not said what of it is kept. */
  readonly undecided: readonly RunChange[];
  readonly isRunning: boolean;
}
