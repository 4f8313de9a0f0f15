import { useEffect, useMemo, useState } from "react";
import { type CodeLine, type HighlightReply, type HighlightRequest, languageOf, plainLines } from "./code-tokens.ts";

/** Longer code stays plain: nobody reads it for its colours. */
const longest = 300_000;

let worker: Worker | undefined;
let lastId = 0;

/** The lines of `code`, plain at once and coloured as soon as the worker has them. */
export function useHighlighted(path: string, code: string): readonly CodeLine[] {
  const plain = useMemo(() => plainLines(code), [code]);
  const [coloured, setColoured] = useState<{ code: string; lines: readonly CodeLine[] }>();
  useEffect(() => {
    const language = languageOf(path);
    if (!language || code.length > longest) return;
    return highlight(code, language, (lines) => setColoured({ code, lines }));
  }, [path, code]);
  return coloured?.code === code ? coloured.lines : plain;
}

/** Asks the worker; the function returned ends the waiting. */
function highlight(code: string, language: string, show: (lines: readonly CodeLine[]) => void): () => void {
  worker ??= new Worker(new URL("./highlight.worker.ts", import.meta.url), { type: "module", name: "highlight" });
  const id = ++lastId;
  const done = new AbortController();
  const receive = ({ data }: MessageEvent<HighlightReply>) => {
    if (data.id !== id) return;
    done.abort();
    if (data.lines) show(data.lines);
  };
  worker.addEventListener("message", receive, { signal: done.signal });
  worker.postMessage({ id, code, language } satisfies HighlightRequest);
  return () => done.abort();
}
