import { type ReactNode, useCallback, useMemo } from "react";
import styles from "#components/files/file.module.css";
import markdown from "#components/markdown/markdown.module.css";
import { MarkdownText } from "#components/markdown/markdown-text.tsx";
import type { DrawLocalLink } from "#components/markdown/rendered-pieces.tsx";
import { Button } from "#components/ui/button.tsx";
import { PlainText } from "#components/ui/text/long-text.tsx";
import { Tier } from "#components/ui/tier.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { basename } from "#lib/vfs/paths.ts";
import { linkedPath, useWorkspacePictures } from "./workspace-pictures.tsx";

interface MarkdownViewProps {
  readonly path: string;
  readonly text: string;
  /** The text's source: shown where the text is not rendered. */
  readonly source: ReactNode;
}

/** A rendered Markdown file, with HTML shown as text. Links inside the workspace open the file. */
export function MarkdownView({ path, text, source }: MarkdownViewProps) {
  const { frontmatter, body } = useMemo(() => splitFrontmatter(text), [text]);
  const localLink: DrawLocalLink = useCallback(
    ({ href, children }) => (
      <FileLink from={path} href={href}>
        {children}
      </FileLink>
    ),
    [path],
  );
  const localImage = useWorkspacePictures(path);
  return (
    <section className={styles.markdown} tabIndex={0} aria-label={`${basename(path)}, rendered`}>
      {frontmatter !== undefined && (
        <figure className={styles.frontmatter}>
          <figcaption>
            {basename(path) === "SKILL.md" && <Tier tier={1} size="small" label="Tier 1: goes into the catalog" />}
            Frontmatter, verbatim
          </figcaption>
          <PlainText text={frontmatter} label="Frontmatter" />
        </figure>
      )}
      <div className={markdown.markdown}>
        <MarkdownText
          text={body}
          showsHtml
          localLink={localLink}
          localImage={localImage}
          meanwhile={<p className={styles.note}>Rendering…</p>}
          source={<div className={styles.source}>{source}</div>}
        />
      </div>
    </section>
  );
}

interface FileLinkProps {
  /** The file that contains the link. */
  readonly from: string;
  readonly href: string | undefined;
  readonly children?: ReactNode;
}

function FileLink({ from, href, children }: FileLinkProps) {
  const { openFile } = useActions();
  const path = linkedPath(from, href);
  if (path === undefined) return <span title={href}>{children}</span>;
  return (
    <Button variant="link" title={path} onClick={() => openFile(path)}>
      {children}
    </Button>
  );
}

export interface SplitMarkdown {
  /** The text between the two delimiters, verbatim; absent without frontmatter. */
  readonly frontmatter?: string;
  readonly body: string;
}

/** Splits the YAML block at a file's start from the text, for display only: each harness reads frontmatter by its own rules. */
export function splitFrontmatter(text: string): SplitMarkdown {
  const match = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m.exec(text);
  if (match?.index !== 0) return { body: text };
  return { frontmatter: (match[1] ?? "").replace(/\r?\n$/, ""), body: text.slice(match[0].length) };
}
