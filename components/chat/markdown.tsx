import { memo, Suspense } from "react";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import styles from "./markdown.module.css";
import { splitBlocks } from "./split-blocks.ts";

// The parser is 50 KB that a page without an answer does not need.
const MarkdownBlock = fetchedPart(async () => (await import("./markdown-block.tsx")).MarkdownBlock, PlainBlock);

/**
 * Markdown from a model or a skill: untrusted. Sanitised, images replaced by their text, links with
 * their host shown. Its finished blocks are not parsed again while the last one grows.
 */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div className={styles.markdown}>
      <Suspense fallback={<PlainBlock text={text} />}>
        {splitBlocks(text).map((block, index) => (
          // Blocks only ever grow at the end, so a place is an identity.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <MarkdownBlock key={index} text={block} />
        ))}
      </Suspense>
    </div>
  );
});

function PlainBlock({ text }: { text: string }) {
  return <p className={styles.plain}>{text}</p>;
}
