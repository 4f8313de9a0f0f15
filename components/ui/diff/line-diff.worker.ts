import { answerRequests } from "#components/ui/deadline-worker.ts";
import { lineDiff, lineDiffToRead } from "./line-diff.ts";
import type { LineDiffReply, LineDiffRequest } from "./use-line-diff.ts";

// Comparing two catalogs of hundreds of skills in different formats takes a second, so it must not run on the page's own thread.
answerRequests<LineDiffRequest, LineDiffReply>(({ left, right, isWhole }) =>
  isWhole ? lineDiff(left, right) : lineDiffToRead(left, right),
);
