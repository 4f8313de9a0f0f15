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
  /** Whether HTML is shown as the text it is; else it is left out. */
  readonly showsHtml?: boolean;
  readonly localLink?: DrawLocalLink;
  /** Without it, no picture is drawn. */
  readonly localImage?: DrawLocalImage;
  /** Stands there until the text is rendered. */
  readonly meanwhile: ReactNode;
  /** Stands below the reason where it is not rendered; the text as it is written, unless said otherwise. */
  readonly source?: ReactNode;
}

/**
 * Markdown from a model or a source. Untrusted: sanitised, pictures from elsewhere as their text and address, links that leave ask
 * first. Rendered beside the page; what takes too long or lies too deep is shown as it is written, and says so.
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

/** The latest results: a text shown again appears at once, and one that took too long is not tried again. */
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

/**
 * `text` rendered, by a worker with a deadline. While a text grows, what was rendered of it last stays until the next
 * is there.
 */
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
