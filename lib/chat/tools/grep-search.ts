import type { GrepOutput } from "#lib/chat/message.ts";
import type { LinePattern } from "./search-lines.ts";
import { ToolError } from "./tool-error.ts";

export type GrepMatch = GrepOutput["matches"][number];

/** What the page asks of `grep.worker.ts`: a pattern first, then files in batches. */
export type GrepRequest =
  | ({ readonly kind: "pattern"; readonly most: GrepMost } & LinePattern)
  | { readonly kind: "files"; readonly files: readonly GrepFile[] };

/** How many matches are wanted, and how many characters of each line. */
export interface GrepMost {
  readonly matches: number;
  readonly lineLength: number;
}

export interface GrepFile {
  readonly path: string;
  /** A copy, which is handed over. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** `found` and `cut` come while a request is worked on; the others end it. */
export type GrepReply =
  | { readonly kind: "found"; readonly match: GrepMatch }
  | { readonly kind: "cut"; readonly lines: number }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "done" }
  | { readonly kind: "full" };

/** `late`: the deadline has ended the search. */
export type GrepEnd = "done" | "full" | "late";

export interface GrepSearch {
  /**
   * Looks through a batch; what it finds is told at once.
   * @throws ToolError when the pattern is refused or the search cannot be begun; the signal's reason when aborted.
   */
  look(files: readonly GrepFile[]): Promise<GrepEnd>;
  /** Ends it, whatever it is at. */
  close(): void;
}

export interface GrepOptions extends LinePattern {
  readonly most: GrepMost;
  /** Milliseconds for all of it. */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
  onFound(match: GrepMatch): void;
  onCut(lines: number): void;
}

/**
 * A search in a thread of its own: a pattern comes from a model and a text from a stranger, and the two together may take
 * as long as they like. Ending the thread ends it.
 */
export function openGrepSearch(options: GrepOptions): GrepSearch {
  const { pattern, ignoreCase, most, signal } = options;
  const late = AbortSignal.timeout(options.deadline);
  const worker = new Worker(new URL("./grep.worker.ts", import.meta.url), { type: "module", name: "grep" });
  const ask = (request: GrepRequest, transfer: Transferable[] = []) =>
    new Promise<GrepEnd>((resolve, reject) => {
      const over = new AbortController();
      const listen = { signal: over.signal };
      const settle = (end: () => void) => {
        over.abort();
        end();
      };
      worker.addEventListener(
        "message",
        ({ data }: MessageEvent<GrepReply>) => {
          if (data.kind === "found") options.onFound(data.match);
          else if (data.kind === "cut") options.onCut(data.lines);
          else if (data.kind === "refused") settle(() => reject(new ToolError(data.reason)));
          else settle(() => resolve(data.kind));
        },
        listen,
      );
      worker.addEventListener("error", () => settle(() => reject(new ToolError(notBegun))), listen);
      late.addEventListener("abort", () => settle(() => resolve("late")), listen);
      signal?.addEventListener("abort", () => settle(() => reject(signal.reason)), listen);
      if (signal?.aborted) settle(() => reject(signal.reason));
      else if (late.aborted) settle(() => resolve("late"));
      else worker.postMessage(request, transfer);
    });
  const begun = ask({ kind: "pattern", pattern, ignoreCase, most });
  // Whoever looks hears of it.
  begun.catch(() => undefined);
  return {
    look: async (files) => {
      const end = await begun;
      return end === "done"
        ? ask(
            { kind: "files", files },
            files.map(({ bytes }) => bytes.buffer),
          )
        : end;
    },
    close: () => worker.terminate(),
  };
}

const notBegun = "The search could not be begun: its code did not load. Nothing was searched; try again.";
