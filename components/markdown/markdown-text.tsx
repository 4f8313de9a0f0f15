import { memo, type ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { LongText } from "#components/ui/text/long-text.tsx";
import styles from "./markdown.module.css";
import { refusalText } from "./markdown-limits.ts";
import { type DrawLocalLink, RenderedPieces } from "./rendered-pieces.tsx";
import { useMarkdown } from "./use-markdown.ts";

interface MarkdownTextProps {
  readonly text: string;
  /** Whether HTML is shown as the text it is; else it is left out. */
  readonly showsHtml?: boolean;
  readonly localLink?: DrawLocalLink;
  /** Stands there until the text is rendered. */
  readonly meanwhile: ReactNode;
  /** Stands below the reason where it is not rendered; the text as it is written, unless said otherwise. */
  readonly source?: ReactNode;
}

/**
 * Markdown from a model or a source. Untrusted: sanitised, pictures as their text and address, links that leave ask
 * first. Rendered beside the page; what takes too long or lies too deep is shown as it is written, and says so.
 */
export const MarkdownText = memo(function MarkdownText(props: MarkdownTextProps) {
  const { text, showsHtml = false, localLink, meanwhile, source } = props;
  const rendered = useMarkdown(text, showsHtml);
  if (rendered.kind === "rendering") return meanwhile;
  if (rendered.kind === "rendered") return <RenderedPieces pieces={rendered.pieces} localLink={localLink} />;
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
