import { memo, type ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { CodeBlock } from "./code-block.tsx";
import { linkHost } from "./link-host.ts";
import styles from "./markdown.module.css";

const remarkPlugins = [remarkGfm];
const rehypePlugins = [rehypeSanitize];

/** An address shows its host, so that nobody is sent where the text does not say. Others are only text. */
function SafeLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const host = linkHost(href);
  if (!host) return <span title={href}>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
      {children}
      <span className={styles.host}>{host} ↗</span>
    </a>
  );
}

/** An image is never fetched: its address could carry away what the model has read. */
function ImageText({ src, alt }: { src?: string | Blob | undefined; alt?: string | undefined }) {
  const host = typeof src === "string" ? linkHost(src) : undefined;
  return (
    <span className={styles.image} title={typeof src === "string" ? src : undefined}>
      image not loaded: {alt || "without a text"} {host && `(${host})`}
    </span>
  );
}

function ScrollingTable({ children }: { children?: ReactNode }) {
  return (
    <section className={styles.table} tabIndex={0} aria-label="Table">
      <table>{children}</table>
    </section>
  );
}

const components: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <ImageText src={src} alt={alt} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => <ScrollingTable>{children}</ScrollingTable>,
};

/** One block of Markdown, parsed again only when its text changes. */
export const MarkdownBlock = memo(function MarkdownBlock({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins} components={components}>
      {text}
    </ReactMarkdown>
  );
});
