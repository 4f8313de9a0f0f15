import { type ReactNode, useState } from "react";
import lists from "#components/changes/changed-files.module.css";
import { fileKind, isTextKind } from "#components/files/file-kind.ts";
import { DiffView } from "#components/ui/diff/diff-view.tsx";
import { formatBytes } from "#lib/format-count.ts";
import { isLink } from "#lib/state/file-content.ts";
import type { UpdateFile } from "#lib/state/update.ts";
import styles from "./update.module.css";

interface Side {
  readonly label: string;
  /** Absent where the version does not have the file. */
  readonly file?: UpdateFile;
}

interface UpdateDiffProps {
  /** The accessible name of the lines. Not a bare path, which could equal the name of one of the lab's regions. */
  readonly label: string;
  readonly path: string;
  readonly left: Side;
  readonly right: Side;
}

/** The line diff of two versions of a file; for a binary file, the sizes only. */
export function UpdateDiff({ label, path, left, right }: UpdateDiffProps) {
  if (!isText(path, left.file) || !isText(path, right.file))
    return (
      <p className={lists.note}>
        No text to show. {left.label}: {sizeOf(left.file)}. {right.label}: {sizeOf(right.file)}.
      </p>
    );
  return (
    <div className={styles.diff}>
      <DiffView
        label={label}
        left={{ label: sideLabel(left), text: textOf(left.file) }}
        right={{ label: sideLabel(right), text: textOf(right.file) }}
      />
    </div>
  );
}

function isText(path: string, file: UpdateFile | undefined): boolean {
  if (!file || isLink(file)) return true;
  return isTextKind(fileKind(path, file.bytes).kind);
}

function sideLabel({ label, file }: Side): string {
  if (!file) return `${label}: not there`;
  return isLink(file) ? `${label}: a link to` : label;
}

function textOf(file: UpdateFile | undefined): string {
  return new TextDecoder().decode(file?.bytes);
}

function sizeOf(file: UpdateFile | undefined): string {
  return file ? formatBytes(file.bytes.length) : "not there";
}

interface UnfoldedProps {
  readonly summary: ReactNode;
  readonly className?: string | undefined;
  /** Drawn only while it is open, as there may be hundreds. */
  readonly children: () => ReactNode;
  readonly isOpenAtFirst?: boolean;
}

/** A section that is folded at first, by default. */
export function Unfolded({ summary, className, children, isOpenAtFirst = false }: UnfoldedProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpenAtFirst} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={className}>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
