import { memo, useMemo } from "react";
import { fetchedPart, standIn } from "#components/ui/fetched-part.tsx";
import { isShort, LongText } from "#components/ui/text/long-text.tsx";
import styles from "./markdown.module.css";
import { markdownLimits, refusalText } from "./markdown-limits.ts";
import { splitBlocks } from "./split-blocks.ts";

// A page without an answer does not need the Markdown renderer.
const MarkdownText = fetchedPart(
  async () => (await import("./markdown-text.tsx")).MarkdownText,
  standIn(({ text }: { text: string }) => <PlainBlock text={text} />),
);

/**
 * Markdown from a model, untrusted. HTML in it is shown as text: `<name>` is mostly a gap to be filled in. Its finished blocks are not
 * parsed again while the last one grows. Blocks are shown as their source until they are rendered.
 */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => (text.length > markdownLimits.length ? undefined : splitBlocks(text)), [text]);
  if (!blocks) {
    return (
      <div className={styles.markdown}>
        <p className={styles.refusal}>{refusalText({ kind: "long" })}</p>
        <PlainBlock text={text} />
      </div>
    );
  }
  return (
    <div className={styles.markdown}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever grow at the end, so a place is an identity
        <MarkdownText key={index} text={block} showsHtml meanwhile={<PlainBlock text={block} />} />
      ))}
    </div>
  );
});

function PlainBlock({ text }: { text: string }) {
  if (!isShort(text)) return <LongText className={styles.source} label="Markdown as it is written" text={text} />;
  return <p className={styles.plain}>{text}</p>;
}
