import { answerRequests } from "#components/ui/deadline-worker.ts";
import { lineDiff, lineDiffToRead } from "./line-diff.ts";
import type { LineDiffReply, LineDiffRequest } from "./use-line-diff.ts";

// Two catalogs of hundreds of skills in different formats take a second: not on the page's own thread.
answerRequests<LineDiffRequest, LineDiffReply>(({ left, right, isWhole }) =>
  isWhole ? lineDiff(left, right) : lineDiffToRead(left, right),
);
