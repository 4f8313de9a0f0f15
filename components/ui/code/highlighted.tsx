import { type ReactNode, useEffect, useState } from "react";
import { deadlineWorker } from "#components/ui/deadline-worker.ts";
import styles from "./code.module.css";
import type { CodeToken, Highlighting, HighlightReply, HighlightRequest } from "./code-tokens.ts";

/** Longer code stays plain: nobody reads it for its colours. */
const longest = 300_000;

const ask = deadlineWorker<HighlightRequest, HighlightReply>(
  () => new Worker(new URL("./highlight.worker.ts", import.meta.url), { type: "module", name: "highlight" }),
  3000,
);

/**
 * The colours of `code` once the worker has them; `undefined` until then, and if it takes too long.
 * @param language highlight.js's name or an alias of it
 */
export function useHighlighted(language: string | undefined, code: string): Highlighting | undefined {
  const [found, setFound] = useState<{ code: string; highlighting: Highlighting }>();
  useEffect(() => {
    if (!language || code.length > longest) return;
    return ask({ code, language }, (outcome) => {
      if (outcome.kind === "answered" && outcome.reply) setFound({ code, highlighting: outcome.reply });
    });
  }, [language, code]);
  return found?.code === code ? found.highlighting : undefined;
}

interface HighlightedProps {
  readonly tokens: readonly CodeToken[];
  /** Draws a stretch of the code; by default as plain text. */
  readonly draw?: (text: string) => ReactNode;
}

/** Highlighted code, including its line end. */
export function Highlighted({ tokens, draw = (text) => text }: HighlightedProps) {
  return (
    <code className={styles.code}>
      {tokens.map(({ text, scope }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity but their place
        <span key={at} data-scope={scope}>
          {draw(text)}
        </span>
      ))}
      {"\n"}
    </code>
  );
}
