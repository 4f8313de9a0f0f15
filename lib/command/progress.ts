import { harmlessLine } from "./console.ts";

/** A line on the error output that says how far something is, where a terminal shows it. */
export interface Progress {
  /** Replaces what the line says. */
  show(text: string): void;
  /** Takes the line away. */
  end(): void;
}

const none: Progress = { show: () => undefined, end: () => undefined };

/** Milliseconds between two changes of the line. */
const pause = 80;

/** @param quiet whether nothing is to be said */
export function openProgress(quiet: boolean, stream: NodeJS.WriteStream = process.stderr): Progress {
  if (quiet || stream.isTTY !== true || process.env.TERM === "dumb") return none;
  let last = 0;
  return {
    show(text) {
      const now = performance.now();
      if (now - last < pause) return;
      last = now;
      stream.write(`\r\u001b[K${harmlessLine(text).slice(0, Math.max(20, (stream.columns ?? 80) - 1))}`);
    },
    end() {
      if (last > 0) stream.write("\r\u001b[K");
    },
  };
}
