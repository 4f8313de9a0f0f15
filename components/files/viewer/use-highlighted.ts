import { useEffect, useState } from "react";
import { deadlineWorker } from "#components/ui/deadline-worker.ts";
import { type Highlighting, type HighlightReply, type HighlightRequest, languageOf } from "./code-tokens.ts";

/** Longer code stays plain: nobody reads it for its colours. */
const longest = 300_000;

const ask = deadlineWorker<HighlightRequest, HighlightReply>(
  () => new Worker(new URL("./highlight.worker.ts", import.meta.url), { type: "module", name: "highlight" }),
  3000,
);

/** The colours of `code` as soon as the worker has them; of what takes it too long there are none. */
export function useHighlighted(path: string, code: string): Highlighting | undefined {
  const [found, setFound] = useState<{ code: string; highlighting: Highlighting }>();
  useEffect(() => {
    const language = languageOf(path);
    if (!language || code.length > longest) return;
    return ask({ code, language }, (outcome) => {
      if (outcome.kind === "answered" && outcome.reply) setFound({ code, highlighting: outcome.reply });
    });
  }, [path, code]);
  return found?.code === code ? found.highlighting : undefined;
}
