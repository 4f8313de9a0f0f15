import { EyeOff, FileQuestion } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { EditButton } from "#components/files/editor/edit-button.tsx";
import { OwnVersion } from "#components/files/editor/show-changes.tsx";
import styles from "#components/files/file.module.css";
import { fileKind, isTextKind, type TextKind } from "#components/files/file-kind.ts";
import { FilePath } from "#components/files/file-path.tsx";
import { MoveButton } from "#components/files/making/move-button.tsx";
import { RunButton } from "#components/scripts/run-button.tsx";
import { RunNeeds } from "#components/scripts/run-needs.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState, LateStatus } from "#components/ui/empty-state.tsx";
import { ErrorBoundary } from "#components/ui/error-boundary.tsx";
import { fetchedPart, lazyPart } from "#components/ui/fetched-part.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { formatCount } from "#lib/format-count.ts";
import { findHiddenText } from "#lib/skills/hidden-text.ts";
import { draftAt } from "#lib/state/drafts.ts";
import type { Selection } from "#lib/state/state.ts";
import { isPending, readText } from "#lib/vfs/files.ts";
import { DownloadButton, DrawingView, HexView, ImageView, PdfView } from "./binary-views.tsx";
import { CodeView } from "./code-view.tsx";
import { fileParts, PartSwitch, partOfLine } from "./file-parts.tsx";

// The Markdown parser is fetched with the first Markdown file.
const MarkdownView = lazyPart(async () => (await import("./markdown-view.tsx")).MarkdownView);

// Fetched with the first file that needs it, as are the other viewers.
const TableView = lazyPart(async () => (await import("./table-view.tsx")).TableView);
const NotebookView = lazyPart(async () => (await import("./notebook-view.tsx")).NotebookView);

// The editor is fetched with the first file that is edited.
const FileEditor = fetchedPart(async () => (await import("#components/files/editor/file-editor.tsx")).FileEditor, {
  Waiting: () => <p className={styles.note}>Opening the editor…</p>,
});

const decoder = new TextDecoder();

interface FileViewerProps {
  readonly path: string;
  /** 1-based line to show. */
  readonly line?: number | undefined;
  /** Whether it opens in the editor. */
  readonly isEdited?: boolean | undefined;
}

/** One file of the workspace: its text, its rendered form, or a hex dump. */
export function FileViewer({ path, line, isEdited = false }: FileViewerProps) {
  const files = useWorkspace((state) => state.files);
  const isTyped = useWorkspace((state) => draftAt(state, path) !== undefined);
  const [editing, setEditing] = useState(isEdited ? "begun" : isTyped ? "resumed" : "no");
  const isToCome = isPending(files.stat(path));
  // Every read makes a new view of the bytes.
  const bytes = useMemo(() => (isToCome ? undefined : files.read(path)), [files, path, isToCome]);
  if (isToCome) return <PendingFile path={path} />;
  if (isTyped || editing !== "no") {
    return (
      <section className={styles.viewer} aria-label="File">
        <FileEditor
          path={path}
          disk={readText(files, path)}
          takesFocus={editing === "begun"}
          onDone={() => setEditing("no")}
        />
      </section>
    );
  }
  return (
    <section className={styles.viewer} aria-label="File">
      {bytes ? (
        <ShownFile path={path} line={line} bytes={bytes} onEdit={() => setEditing("begun")} />
      ) : (
        <EmptyState icon={<FileQuestion size={24} aria-hidden />} title="No file at this path">
          <VisibleName as="code" text={path} /> was removed or moved, or is a broken link.
        </EmptyState>
      )}
    </section>
  );
}

/** A file whose content has not arrived; showing it moves it to the front of the queue. */
function PendingFile({ path }: { path: string }) {
  const files = useWorkspace((state) => state.files);
  const isComing = useWorkspace(({ deliveries, files }) => {
    const mountId = files.locate(path)?.mountId;
    return mountId !== undefined && deliveries.get(mountId)?.kind === "coming";
  });
  useEffect(() => {
    if (isComing) void files.whenSettled?.(path);
  }, [files, path, isComing]);
  return (
    <section className={styles.viewer} aria-label="File">
      {isComing ? (
        <LateStatus>Loading this file…</LateStatus>
      ) : (
        <EmptyState icon={<FileQuestion size={24} aria-hidden />} title="This file was not downloaded">
          Its source did not download completely. Press <em>Fetch again</em> in the status bar.
        </EmptyState>
      )}
    </section>
  );
}

interface RenderedTextProps {
  readonly kind: TextKind;
  readonly path: string;
  /** The text of the shown part. */
  readonly text: string;
  readonly isFirst: boolean;
  /** The bytes of the whole file. */
  readonly bytes: Uint8Array;
  readonly source: ReactNode;
}

function RenderedText({ kind, path, text, isFirst, bytes, source }: RenderedTextProps) {
  switch (kind) {
    case "markdown":
      return <MarkdownView path={path} text={text} source={source} />;
    case "table":
      return <TableView path={path} text={text} hasHead={isFirst} source={source} />;
    case "notebook":
      return <NotebookView path={path} bytes={bytes} source={source} />;
    case "drawing":
      return <DrawingView path={path} bytes={bytes} source={source} />;
    case "text":
      return source;
  }
}

/** Kinds that can be shown one part at a time. */
const inParts: ReadonlySet<TextKind> = new Set(["markdown", "table", "text"]);

interface ShownFileProps extends FileViewerProps {
  readonly bytes: Uint8Array;
  readonly onEdit: () => void;
}

function ShownFile(props: ShownFileProps) {
  const { path, bytes } = props;
  const kind = useMemo(() => fileKind(path, bytes), [path, bytes]);
  if (isTextKind(kind.kind)) return <TextFile {...props} kind={kind.kind} />;
  return (
    <>
      <header className={styles.head}>
        <FilePath path={path} size={bytes.length} />
        <Tag>read only: {kind.kind === "image" ? "an image" : kind.kind === "pdf" ? "a PDF" : "binary"}</Tag>
        <span className={styles.tools}>
          <DownloadButton path={path} bytes={bytes} />
        </span>
      </header>
      {kind.kind === "image" && <ImageView path={path} bytes={bytes} type={kind.type} />}
      {kind.kind === "pdf" && <PdfView />}
      {kind.kind === "binary" && <HexView bytes={bytes} />}
    </>
  );
}

function TextFile({ path, line, bytes, onEdit, kind }: ShownFileProps & { kind: TextKind }) {
  const { openFile } = useActions();
  // A link to a line shows the source even of a rendered file, until the person chooses otherwise.
  const asked = useWorkspace((state) => state.selection.file);
  const [choice, setChoice] = useState<{ asked: typeof asked; isSource: boolean }>();
  const isSource = choice && choice.asked === asked ? choice.isSource : kind === "text" || line !== undefined;
  const parts = useMemo(() => fileParts(bytes), [bytes]);
  const [turned, setTurned] = useState<{ asked: typeof asked; to: number }>();
  const at = turned && turned.asked === asked ? turned.to : line === undefined ? 0 : partOfLine(parts, line);
  const part = parts[Math.min(at, parts.length - 1)];
  const text = useMemo(() => decoder.decode(bytes.subarray(part?.start, part?.end)), [bytes, part]);
  const hidden = useMemo(() => findHiddenText(text), [text]);
  const firstLine = part?.firstLine ?? 1;
  const source = (
    <CodeView
      key={at}
      path={path}
      code={text}
      firstLine={firstLine}
      line={line !== undefined && at === partOfLine(parts, line) ? line : undefined}
      endLine={lastLine(asked, path, line)}
      onLine={(number) => openFile(path, number)}
    />
  );
  return (
    <>
      <header className={styles.head}>
        <FilePath path={path} size={bytes.length} />
        {hidden && <HiddenText found={hidden} onShow={() => openFile(path, hidden.line + firstLine - 1)} />}
        <span className={styles.tools}>
          <OwnVersion path={path} bytes={bytes} />
          <CopyButton text={() => decoder.decode(bytes)} />
          {kind !== "text" && (
            <Button size="small" aria-pressed={isSource} onClick={() => setChoice({ asked, isSource: !isSource })}>
              Source
            </Button>
          )}
          <RunButton path={path} bytes={bytes} />
          <MoveButton path={path} />
          <EditButton path={path} bytes={bytes} onEdit={onEdit} />
        </span>
      </header>
      <RunNeeds path={path} bytes={bytes} />
      <ErrorBoundary what="This file" key={`${isSource} ${at}`}>
        {isSource ? (
          source
        ) : (
          <Suspense fallback={<p className={styles.note}>Rendering…</p>}>
            <RenderedText kind={kind} path={path} text={text} bytes={bytes} isFirst={at === 0} source={source} />
          </Suspense>
        )}
      </ErrorBoundary>
      {parts.length > 1 && (isSource || inParts.has(kind)) && (
        <PartSwitch parts={parts} current={at} onTurn={(to) => setTurned({ asked, to })} />
      )}
    </>
  );
}

function HiddenText({ found, onShow }: { found: NonNullable<ReturnType<typeof findHiddenText>>; onShow: () => void }) {
  return (
    <Button size="small" variant="danger" onClick={onShow}>
      <EyeOff size={13} aria-hidden /> {formatCount(found.count)} hidden: {found.kinds.join(", ")}
    </Button>
  );
}

/** The last line of the range that a link led to. */
function lastLine(asked: Selection["file"], path: string, line: number | undefined): number | undefined {
  return asked?.path === path && asked.line === line ? asked.endLine : undefined;
}
