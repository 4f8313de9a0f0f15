import { type ReactNode, useMemo } from "react";
import styles from "#components/files/file.module.css";
import markdown from "#components/markdown/markdown.module.css";
import { MarkdownText } from "#components/markdown/markdown-text.tsx";
import type { DrawLocalImage } from "#components/markdown/rendered-pieces.tsx";
import { PlainText } from "#components/ui/text/long-text.tsx";
import { plural } from "#lib/format-count.ts";
import { basename } from "#lib/vfs/paths.ts";
import { type NotebookCell, type NotebookOutput, notebookLimits, readNotebook } from "./notebook.ts";
import views from "./rendered-views.module.css";
import { useWorkspacePictures } from "./workspace-pictures.tsx";

interface NotebookViewProps {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Shown if the file is not a readable notebook. */
  readonly source: ReactNode;
}

/** A Jupyter notebook: Markdown rendered, code as it is, outputs as text and pictures. No code runs. */
export function NotebookView({ path, bytes, source }: NotebookViewProps) {
  const localImage = useWorkspacePictures(path);
  const notebook = useMemo(
    () => (bytes.length > notebookLimits.bytes ? undefined : readNotebook(new TextDecoder().decode(bytes))),
    [bytes],
  );
  if (!notebook) {
    return (
      <>
        <p className={styles.note}>It cannot be read as a notebook, or is too large to be shown as one.</p>
        {source}
      </>
    );
  }
  return (
    <section className={styles.markdown} tabIndex={0} aria-label={`${basename(path)}, rendered`}>
      <div className={markdown.markdown}>
        {notebook.cells.map((cell, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity but their place
          <Cell key={index} localImage={localImage} cell={cell} number={index + 1} />
        ))}
        {notebook.more > 0 && <p>{plural(notebook.more, "more cell is", "more cells are")} in the source.</p>}
      </div>
    </section>
  );
}

interface CellProps {
  readonly cell: NotebookCell;
  readonly number: number;
  readonly localImage: DrawLocalImage;
}

function Cell({ cell, number, localImage }: CellProps) {
  if (cell.kind === "markdown") {
    return (
      <div className={views.cell}>
        <MarkdownText text={cell.text} showsHtml localImage={localImage} meanwhile={<p>Rendering…</p>} />
      </div>
    );
  }
  return (
    <div className={views.cell}>
      {cell.count !== undefined && <span className={views.count}>[{cell.count}]</span>}
      <PlainText text={cell.text} label={`Code of cell ${number}`} />
      {cell.outputs.map((output, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: outputs have no identity but their place
        <Output key={index} output={output} cell={number} />
      ))}
    </div>
  );
}

function Output({ output, cell }: { output: NotebookOutput; cell: number }) {
  if (output.kind === "picture") {
    // biome-ignore lint/performance/noImgElement: a picture out of the file itself
    return <img src={output.address} alt={`Output of cell ${cell}`} loading="lazy" />;
  }
  if (output.kind === "unshown") {
    return <p className={views.unshown}>An output is not shown: {output.types.slice(0, 5).join(", ")}</p>;
  }
  return (
    <PlainText
      text={output.text}
      label={`Output of cell ${cell}`}
      className={output.isError ? views.error : views.output}
    />
  );
}
