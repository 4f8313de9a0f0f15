import type { RunLog, RunPiece } from "#lib/state/model-run.ts";

export interface GrowingLog extends RunLog {
  add(piece: RunPiece): void;
}

/** A log of a run's output that can be followed from any time on. */
export function createRunLog(): GrowingLog {
  const pieces: RunPiece[] = [];
  const listeners = new Set<(piece: RunPiece) => void>();
  return {
    pieces: () => pieces,
    add(piece) {
      pieces.push(piece);
      for (const listener of listeners) listener(piece);
    },
    follow(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
