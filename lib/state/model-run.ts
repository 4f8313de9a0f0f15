/** A file that a run created, changed or deleted. The workspace changes only once somebody keeps it. */
export interface RunChange {
  readonly path: string;
  readonly kind: "new" | "changed" | "deleted";
  /** Absent for a deleted file. */
  readonly bytes?: Uint8Array;
  /** The contents that the run began with; absent for a file that it was not given. */
  readonly before?: Uint8Array;
  readonly executable: boolean;
}

export interface RunPiece {
  readonly stream: "out" | "err";
  readonly text: string;
}

/** A run's whole output, as it arrives. It grows outside the state, which only refers to it. */
export interface RunLog {
  pieces(): readonly RunPiece[];
  /**
   * Calls `listener` with each piece from now on.
   * @returns a function that ends this
   */
  follow(listener: (piece: RunPiece) => void): () => void;
}

/** A finished script run of the person's. Its key is unique for the lifetime of the page. */
export interface OwnRun {
  readonly key: string;
  /** The script's absolute path. */
  readonly path: string;
  /** 0 on success. */
  readonly status: number;
}

/** A model's command that was run in this page. Never stored: the conversation has what the model read. */
export interface ModelRun {
  readonly log: RunLog;
  /** The changed files, until the person has decided which to keep. */
  readonly undecided: readonly RunChange[];
  readonly isRunning: boolean;
}
