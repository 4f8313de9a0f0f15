import { RE2JS } from "re2js";
import type { GrepMatch, GrepReply, GrepRequest, LinePattern } from "./grep.ts";
import { searchLimits } from "./limits.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
let search: LineSearch | undefined;
let remaining = 0;
let shownLength = 0;

addEventListener("message", ({ data }: MessageEvent<GrepRequest>) => {
  if (data.kind === "pattern") reply(begin(data));
  else reply(data.files.every(lookThrough) ? { kind: "done" } : { kind: "full" });
});

reply({ kind: "ready" });

function begin({ pattern, ignoreCase, most }: Extract<GrepRequest, { kind: "pattern" }>): GrepReply {
  const compiled = compileSearch({ pattern, ignoreCase });
  if (compiled.kind === "refused") return compiled;
  search = compiled.search;
  [remaining, shownLength] = [most.matches, most.lineLength];
  return { kind: "done" };
}

/**
 * Reports matches at once, since the page may terminate this worker in the middle of a file. Returns `false` when there
 * are more than wanted.
 */
function lookThrough({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }): boolean {
  const lines = search?.(decoder.decode(bytes));
  for (let step = lines?.next(); step; step = lines?.next()) {
    if (step.done) {
      if (step.value.cutLines > 0) reply({ kind: "cut", lines: step.value.cutLines });
      return true;
    }
    if (remaining === 0) return false;
    remaining--;
    const match: GrepMatch = { path, line: step.value.line, text: step.value.text.slice(0, shownLength).trimEnd() };
    reply({ kind: "found", match });
  }
  return true;
}

function reply(data: GrepReply): void {
  postMessage(data);
}

export interface FoundLine {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** Yields the matching lines of a text; returns how many lines were too long to be searched whole. */
export type LineSearch = (text: string) => Generator<FoundLine, { readonly cutLines: number }>;

export type CompiledSearch =
  | { readonly kind: "search"; readonly search: LineSearch }
  /** `reason`: a sentence for whoever wrote the pattern. */
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Compiles a pattern in RE2's syntax. RE2 takes time linear in the text, times the size of the pattern. Both are
 * bounded here, and a search still belongs in a worker that can be terminated.
 */
export function compileSearch({ pattern, ignoreCase }: LinePattern): CompiledSearch {
  if (pattern.length > searchLimits.patternLength) {
    return refused(`The pattern has ${pattern.length} characters, and ${searchLimits.patternLength} are allowed.`);
  }
  try {
    const expression = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    const steps = expression.programSize();
    return steps > searchLimits.steps
      ? refused(tooManySteps(steps))
      : { kind: "search", search: searching(expression) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return refused(`The pattern is not a regular expression that RE2 accepts (${reason}).`);
  }
}

function refused(reason: string): CompiledSearch {
  return { kind: "refused", reason };
}

function tooManySteps(steps: number): string {
  return `The pattern is too large: with its repetitions written out it has ${steps} steps, and ${searchLimits.steps} are allowed; shorten it, or repeat less in {…}.`;
}

/** Marks where a line was cut, so that `$` does not match there. No searched text contains it. */
const cutMark = "\0";

function searching(expression: RE2JS): LineSearch {
  return function* search(text) {
    let cutLines = 0;
    for (const [index, line] of text.split("\n").entries()) {
      const isCut = line.length > searchLimits.lineLength;
      if (isCut) cutLines++;
      const looked = isCut ? line.slice(0, searchLimits.lineLength) + cutMark : line;
      if (expression.test(looked)) yield { line: index + 1, text: line };
    }
    return { cutLines };
  };
}
