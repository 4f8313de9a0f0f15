import type { GrepMatch, GrepReply, GrepRequest } from "./grep-search.ts";
import { compileSearch, type LineSearch } from "./search-lines.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
let search: LineSearch | undefined;
let room = 0;
let shownLength = 0;

addEventListener("message", ({ data }: MessageEvent<GrepRequest>) => {
  if (data.kind === "pattern") reply(begin(data));
  else reply(data.files.every(lookThrough) ? { kind: "done" } : { kind: "full" });
});

function begin({ pattern, ignoreCase, most }: Extract<GrepRequest, { kind: "pattern" }>): GrepReply {
  const compiled = compileSearch({ pattern, ignoreCase });
  if (compiled.kind === "refused") return compiled;
  search = compiled.search;
  [room, shownLength] = [most.matches, most.lineLength];
  return { kind: "done" };
}

/** Tells what is found at once: the page may end this thread in the middle of a file. `false` when there is more than wanted. */
function lookThrough({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }): boolean {
  const lines = search?.(decoder.decode(bytes));
  for (let step = lines?.next(); step; step = lines?.next()) {
    if (step.done) {
      if (step.value.cutLines > 0) reply({ kind: "cut", lines: step.value.cutLines });
      return true;
    }
    if (room === 0) return false;
    room--;
    const match: GrepMatch = { path, line: step.value.line, text: step.value.text.slice(0, shownLength).trimEnd() };
    reply({ kind: "found", match });
  }
  return true;
}

function reply(data: GrepReply): void {
  postMessage(data);
}
