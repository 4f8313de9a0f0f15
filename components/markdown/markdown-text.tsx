import { memo, type ReactNode, useEffect, useMemo, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { deadlineWorker } from "#components/ui/deadline-worker.ts";
import { LongText } from "#components/ui/text/long-text.tsx";
import styles from "./markdown.module.css";
import { markdownLimits, type Refusal, refusalOf, refusalText } from "./markdown-limits.ts";
import type { MarkdownReply, MarkdownRequest } from "./parse-markdown.ts";
import { type DrawLocalImage, type DrawLocalLink, RenderedPieces } from "./rendered-pieces.tsx";

interface MarkdownTextProps {
  readonly text: string;
  /** Whether HTML is shown as text; otherwise it is left out. */
  readonly showsHtml?: boolean;
  readonly localLink?: DrawLocalLink;
  /** Draws local images; without it, no image is drawn. */
  readonly localImage?: DrawLocalImage;
  /** Shown until the text is rendered. */
  readonly meanwhile: ReactNode;
  /** Shown below the reason if the text is not rendered; by default the text's source. */
  readonly source?: ReactNode;
}

/**
 * Markdown from a model or a source. Untrusted: it is sanitised, remote images appear as their alt text and address, and external links ask
 * first. Rendered in a worker; a text that takes too long or is nested too deep is shown as its source, with a note.
 */
export const MarkdownText = memo(function MarkdownText(props: MarkdownTextProps) {
  const { text, showsHtml = false, localLink, localImage, meanwhile, source } = props;
  const rendered = useMarkdown(text, showsHtml);
  if (rendered.kind === "rendering") return meanwhile;
  if (rendered.kind === "rendered")
    return <RenderedPieces pieces={rendered.pieces} localLink={localLink} localImage={localImage} />;
  const { refusal, retry } = rendered;
  return (
    <>
      <p role={retry && "alert"} className={styles.refusal}>
        {refusalText(refusal)}{" "}
        {retry && (
          <Button variant="link" onClick={retry}>
            Try again
          </Button>
        )}
      </p>
      {source ?? <LongText className={styles.source} label="Markdown as it is written" text={text} />}
    </>
  );
});

export type Rendered =
  | { readonly kind: "rendering" }
  | { readonly kind: "rendered"; readonly pieces: readonly string[] }
  | { readonly kind: "refused"; readonly refusal: Refusal; readonly retry?: () => void };

const ask = deadlineWorker<MarkdownRequest, MarkdownReply>(
  () => new Worker(new URL("./markdown.worker.ts", import.meta.url), { type: "module", name: "markdown" }),
  markdownLimits.milliseconds,
);

/** Caches the latest results: a text shown again appears at once, and one that took too long is not tried again. */
const known = new Map<string, MarkdownReply>();
const knownLimit = 200;

function keyOf({ text, showsHtml }: MarkdownRequest): string {
  return `${showsHtml} ${text}`;
}

function remember(request: MarkdownRequest, reply: MarkdownReply): void {
  const [oldest] = known.keys();
  if (known.size >= knownLimit && oldest !== undefined) known.delete(oldest);
  known.set(keyOf(request), reply);
}

/** Renders `text` in a worker with a deadline. While a text grows, its last rendering stays until the next is ready. */
export function useMarkdown(text: string, showsHtml: boolean): Rendered {
  const refusal = useMemo(() => refusalOf(text), [text]);
  const [reply, setReply] = useState<MarkdownReply | undefined>(() => known.get(keyOf({ text, showsHtml })));
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    if (refusal) return;
    const request = { text, showsHtml };
    const before = known.get(keyOf(request));
    if (before) return setReply(before);
    return ask(request, (outcome) => {
      const next = outcome.kind === "answered" ? outcome.reply : { refused: { kind: outcome.kind } };
      if (outcome.kind !== "unfetched") remember(request, next);
      setReply(next);
    });
  }, [text, showsHtml, refusal, tries]);
  if (refusal) return { kind: "refused", refusal };
  if (!reply) return { kind: "rendering" };
  if ("pieces" in reply) return { kind: "rendered", pieces: reply.pieces };
  const retry = reply.refused.kind === "unfetched" && { retry: () => setTries(tries + 1) };
  return { kind: "refused", refusal: reply.refused, ...retry };
}
