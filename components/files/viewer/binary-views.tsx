import { type ReactNode, useEffect, useMemo, useState } from "react";
import styles from "#components/files/file.module.css";
import { drawingObjection } from "#components/files/file-kind.ts";
import { Button } from "#components/ui/button.tsx";
import { useDownload } from "#components/workspace/use-download.ts";
import { basename } from "#lib/vfs/paths.ts";

/** Saves a file of the workspace to the person's disk. */
export function DownloadButton({ path, bytes }: { path: string; bytes: Uint8Array }) {
  const { busy, start } = useDownload(
    async () => new File([new Uint8Array(bytes)], basename(path), { type: "application/octet-stream" }),
  );
  return (
    <Button size="small" disabled={busy} onClick={() => void start()}>
      Download
    </Button>
  );
}

/** Stands in for a PDF: a browser draws one only with a viewer that runs inside the page. */
export function PdfView() {
  return (
    <p className={styles.note}>
      PDFs are not shown here, because the viewer would run inside this page. Download it to read it.
    </p>
  );
}

interface DrawingViewProps {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Shown if the drawing is not rendered. */
  readonly source: ReactNode;
}

/** An SVG as an image, in which a browser runs no script and loads nothing. */
export function DrawingView({ path, bytes, source }: DrawingViewProps) {
  const objection = useMemo(() => drawingObjection(new TextDecoder().decode(bytes)), [bytes]);
  if (objection === undefined) return <ImageView path={path} bytes={bytes} type="image/svg+xml" />;
  return (
    <>
      <p className={styles.note}>No preview. {objection}</p>
      {source}
    </>
  );
}

const shown = 512;
const width = 16;

/** The first bytes of a file that is neither text nor a picture. */
export function HexView({ bytes }: { bytes: Uint8Array }) {
  const head = bytes.subarray(0, shown);
  const rows = Array.from({ length: Math.ceil(head.length / width) }, (_, row) => hexRow(head, row * width));
  return (
    <>
      <pre className={styles.hex} tabIndex={0}>
        {rows.join("\n")}
      </pre>
      {bytes.length > shown && <p className={styles.note}>Only the first {shown} bytes are shown.</p>}
    </>
  );
}

/** `00000010  50 4b 03 04 …  PK..` */
function hexRow(bytes: Uint8Array, offset: number): string {
  const row = [...bytes.subarray(offset, offset + width)];
  const hex = row.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
  const text = row.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
  return `${offset.toString(16).padStart(8, "0")}  ${hex.padEnd(width * 3 - 1)}  ${text}`;
}

/** A picture drawn from the workspace's own bytes; nothing is fetched. */
export function ImageView({ path, bytes, type }: { path: string; bytes: Uint8Array; type: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    // A copy: the bytes may be a view into a snapshot that is shared with a worker.
    const made = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  return (
    <div className={styles.picture}>
      {/* biome-ignore lint/performance/noImgElement: a blob of this page cannot be optimised by a server */}
      {address && <img src={address} alt={basename(path)} />}
    </div>
  );
}
