import { common, createLowlight } from "lowlight";
import type { HighlightReply, HighlightRequest } from "./code-tokens.ts";
import { highlightLines } from "./highlight-lines.ts";

const lowlight = createLowlight(common);

// A long line of minified code keeps a highlighter busy for seconds: not on the page's own thread.
addEventListener("message", ({ data }: MessageEvent<HighlightRequest>) => {
  const { id, code, language } = data;
  const known = lowlight.registered(language);
  const reply: HighlightReply = known ? { id, lines: highlightLines(lowlight.highlight(language, code)) } : { id };
  postMessage(reply);
});
