import { EyeOff, FileQuestion } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { CopyButton } from "#components/chat/copy-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { formatBytes } from "#components/ui/format.ts";
import { Tag } from "#components/ui/tag.tsx";
import { useActions, useWorkspace } from "#components/workbench/workspace-context.tsx";
import { findHiddenText } from "#lib/skills/hidden-text.ts";
import { CodeView } from "./code-view.tsx";
import { type FileKind, fileKind } from "./file-kind.ts";
import styles from "./file-viewer.module.css";
import { HexView } from "./hex-view.tsx";
import { ImageView } from "./image-view.tsx";

// The Markdown parser comes with the first Markdown file.
const MarkdownView = lazy(async () => ({ default: (await import("./markdown-view.tsx")).MarkdownView }));

/** Bytes of text shown before a person asks for all of it. */
const shownAtFirst = 1024 * 1024;

const decoder = new TextDecoder();

interface FileViewerProps {
  readonly path: string;
  /** 1-based line to show. */
  readonly line?: number | undefined;
}

/** One file of the workspace, as it is: text, rendered Markdown, a picture, or the first bytes of anything else. */
export function FileViewer({ path, line }: FileViewerProps) {
  const files = useWorkspace((state) => state.files);
  // Each reading makes a new view of the bytes.
  const bytes = useMemo(() => files.read(path), [files, path]);
  const kind = useMemo(() => bytes && fileKind(path, bytes), [path, bytes]);
  if (!bytes || !kind) {
    return (
      <section className={styles.viewer} aria-label="File">
        <EmptyState icon={<FileQuestion size={24} aria-hidden />} title="No file at this path">
          <code>{path}</code> was removed, moved with its mount, or is a link that leads nowhere.
        </EmptyState>
      </section>
    );
  }
  if (kind.kind === "markdown" || kind.kind === "text") {
    return <TextFile path={path} line={line} bytes={bytes} kind={kind} />;
  }
  return (
    <section className={styles.viewer} aria-label="File">
      <header className={styles.head}>
        <FilePath path={path} size={bytes.length} />
        <Tag>{kind.kind === "image" ? "image" : "binary"}</Tag>
      </header>
      {kind.kind === "image" ? <ImageView path={path} bytes={bytes} type={kind.type} /> : <HexView bytes={bytes} />}
    </section>
  );
}

function TextFile({ path, line, bytes, kind }: FileViewerProps & { bytes: Uint8Array; kind: FileKind }) {
  const { openFile } = useActions();
  // Whoever is led to a line sees it, also in a file that stands rendered; until they choose otherwise.
  const asked = useWorkspace((state) => state.selection.file);
  const [choice, setChoice] = useState<{ asked: typeof asked; isSource: boolean }>();
  const isSource = choice && choice.asked === asked ? choice.isSource : kind.kind === "text" || line !== undefined;
  const [isWhole, setWhole] = useState(bytes.length <= shownAtFirst);
  const text = useMemo(() => decoder.decode(isWhole ? bytes : bytes.subarray(0, shownAtFirst)), [bytes, isWhole]);
  const hidden = useMemo(() => findHiddenText(text), [text]);
  return (
    <section className={styles.viewer} aria-label="File">
      <header className={styles.head}>
        <FilePath path={path} size={bytes.length} />
        {hidden && (
          <Button size="small" variant="danger" onClick={() => openFile(path, hidden.line)}>
            <EyeOff size={13} aria-hidden /> {hidden.count} hidden: {hidden.kinds.join(", ")}
          </Button>
        )}
        <span className={styles.tools}>
          <CopyButton text={text} />
          {kind.kind === "markdown" && (
            <Button size="small" aria-pressed={isSource} onClick={() => setChoice({ asked, isSource: !isSource })}>
              Source
            </Button>
          )}
        </span>
      </header>
      {isSource ? (
        <CodeView path={path} code={text} line={line} onLine={(number) => openFile(path, number)} />
      ) : (
        <Suspense fallback={<p className={styles.note}>Rendering…</p>}>
          <MarkdownView path={path} text={text} />
        </Suspense>
      )}
      {!isWhole && (
        <p className={styles.note}>
          The first {formatBytes(shownAtFirst)} of {formatBytes(bytes.length)}.{" "}
          <Button variant="link" onClick={() => setWhole(true)}>
            Show all
          </Button>
        </p>
      )}
    </section>
  );
}

function FilePath({ path, size }: { path: string; size: number }) {
  return (
    <h2 className={styles.path} title={path}>
      <code>
        <bdi>{path}</bdi>
      </code>
      <span>{formatBytes(size)}</span>
    </h2>
  );
}
