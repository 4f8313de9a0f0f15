import { common, createLowlight } from "lowlight";
import { answerRequests } from "#components/ui/deadline-worker.ts";
import { type HighlightReply, type HighlightRequest, highlightRuns } from "./code-tokens.ts";

const lowlight = createLowlight(common);

// Highlighting a long line of minified code takes seconds, so it must not run on the page's own thread.
answerRequests<HighlightRequest, HighlightReply>(
  ({ code, language }) =>
    lowlight.registered(language) ? highlightRuns(lowlight.highlight(language, code)) : undefined,
  (reply) => (reply ? [reply.ends.buffer, reply.scopes.buffer] : []),
);
