import { lineDiff } from "./line-diff.ts";
import type { LineDiffReply, LineDiffRequest } from "./use-line-diff.ts";

// Two catalogs of hundreds of skills in different formats take a second: not on the page's own thread.
addEventListener("message", ({ data: { id, left, right } }: MessageEvent<LineDiffRequest>) => {
  postMessage({ id, rows: lineDiff(left, right) } satisfies LineDiffReply);
});
