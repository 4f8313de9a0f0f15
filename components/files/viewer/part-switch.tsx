import { Button } from "#components/ui/button.tsx";
import { formatBytes, formatCount } from "#components/ui/format.ts";
import type { FilePart } from "./file-parts.ts";
import styles from "./file-viewer.module.css";

interface PartSwitchProps {
  readonly parts: readonly FilePart[];
  /** Index of the part that is shown. */
  readonly current: number;
  readonly onTurn: (to: number) => void;
}

/** Says which part of a long file is shown, and leads to the others. */
export function PartSwitch({ parts, current, onTurn }: PartSwitchProps) {
  const part = parts[current];
  if (!part) return null;
  return (
    <nav className={styles.parts} aria-label="Parts of the file">
      <span role="status">
        Part {formatCount(current + 1)} of {formatCount(parts.length)}: {formatBytes(part.end - part.start)} from line{" "}
        {formatCount(part.firstLine)} on. Copy takes the whole file.
      </span>
      <Button size="small" disabled={current === 0} onClick={() => onTurn(current - 1)}>
        Previous part
      </Button>
      <Button size="small" disabled={current === parts.length - 1} onClick={() => onTurn(current + 1)}>
        Next part
      </Button>
    </nav>
  );
}
