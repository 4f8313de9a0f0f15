import { harmlessLine } from "./console.ts";

/** A progress line on stderr, shown in terminals only. */
export interface Progress {
  /** Replaces the line's text. */
  show(text: string): void;
  /** Removes the line. */
  end(): void;
}

const none: Progress = { show: () => undefined, end: () => undefined };

/** Least milliseconds between two changes of the line. */
const pause = 80;

/** @param quiet whether to show nothing */
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
