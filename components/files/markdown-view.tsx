import { type ReactNode, useMemo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { CodeBlock } from "#components/chat/code-block.tsx";
import { linkHost } from "#components/chat/link-host.ts";
import markdown from "#components/chat/markdown.module.css";
import { Button } from "#components/ui/button.tsx";
import { Tier } from "#components/ui/tier.tsx";
import { useActions } from "#components/workbench/workspace-context.tsx";
import { basename, dirname, resolvePath } from "#lib/vfs/paths.ts";
import styles from "./file-viewer.module.css";
import { remarkShowHtml } from "./remark-show-html.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";

const remarkPlugins = [remarkGfm, remarkShowHtml];
const rehypePlugins = [rehypeSanitize];

/**
 * A Markdown file, rendered. Untrusted: sanitised, HTML shown as the text it is, pictures as their text
 * and address. Links inside the workspace open the file; others show their host.
 */
export function MarkdownView({ path, text }: { path: string; text: string }) {
  const { frontmatter, body } = useMemo(() => splitFrontmatter(text), [text]);
  const components = useMemo(() => componentsAt(path), [path]);
  return (
    <section className={styles.markdown} tabIndex={0} aria-label={`${basename(path)}, rendered`}>
      {frontmatter !== undefined && (
        <figure className={styles.frontmatter}>
          <figcaption>
            {basename(path) === "SKILL.md" && <Tier tier={1} size="small" label="Tier 1: goes into the catalog" />}
            Frontmatter, verbatim
          </figcaption>
          <pre>{frontmatter}</pre>
        </figure>
      )}
      <div className={markdown.markdown}>
        <ReactMarkdown remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins} components={components}>
          {body}
        </ReactMarkdown>
      </div>
    </section>
  );
}

function componentsAt(path: string): Components {
  return {
    a: ({ href, children }) => (
      <FileLink from={path} href={href}>
        {children}
      </FileLink>
    ),
    img: ({ src, alt }) => (
      <span className={markdown.image} title={typeof src === "string" ? src : undefined}>
        image not loaded: {alt || "without a text"} {typeof src === "string" && <code>{src}</code>}
      </span>
    ),
    pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
    table: ({ children }) => (
      <section className={markdown.table} tabIndex={0} aria-label="Table">
        <table>{children}</table>
      </section>
    ),
  };
}

interface FileLinkProps {
  /** The file the link stands in. */
  readonly from: string;
  readonly href: string | undefined;
  readonly children?: ReactNode;
}

function FileLink({ from, href, children }: FileLinkProps) {
  const { openFile } = useActions();
  const host = linkHost(href);
  if (host) {
    return (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
        {children}
        <span className={markdown.host}>{host} ↗</span>
      </a>
    );
  }
  const [target] = href?.split("#") ?? [];
  if (!target || URL.canParse(target)) return <span title={href}>{children}</span>;
  const path = resolvePath(dirname(from), safeDecode(target));
  return (
    <Button variant="link" title={path} onClick={() => openFile(path)}>
      {children}
    </Button>
  );
}

/** Markdown percent-encodes blanks; a stray `%` means itself. */
function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
