import { type FocusEvent, type KeyboardEvent, type MouseEvent, memo, useMemo, useRef, useState } from "react";
import { useGrowingCount } from "#components/ui/progressive-drawing.ts";
import { VisibleName, Pieces as VisiblePieces, visibleName, visiblePieces } from "#components/ui/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Catalog, CatalogRow } from "#lib/harness/vocabulary/catalog.ts";
import styles from "./catalog.module.css";
import { type CatalogPiece, catalogPieces, wholeLines } from "./catalog-pieces.ts";

/** The text verbatim; each skill's row can be pointed at, and leads to its file. */
export function CatalogText({ catalog }: { catalog: Catalog }) {
  const { selectSkill, openFile } = useActions();
  const selected = useWorkspace((state) => state.selection.skill);
  const [pointed, setPointed] = useState<CatalogRow>();
  const box = useRef<HTMLDivElement>(null);
  function point({ target }: MouseEvent | FocusEvent) {
    setPointed(rowAt(target, catalog));
  }
  function open({ target }: MouseEvent | KeyboardEvent) {
    const row = rowAt(target, catalog);
    if (!row) return;
    selectSkill(row.location);
    openFile(row.location);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      open(event);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      focusBeside(box.current, event.key === "ArrowDown" ? 1 : -1);
    }
  }
  const current = pointed ?? catalog.rows.find((row) => row.location === selected);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows inside are the buttons; one listener serves them all */}
      <div
        ref={box}
        className={styles.text}
        onMouseOver={point}
        onMouseLeave={() => setPointed(undefined)}
        onFocus={point}
        onBlur={() => setPointed(undefined)}
        onClick={open}
        onKeyDown={onKeyDown}
      >
        <Pieces catalog={catalog} selected={selected} />
      </div>
      {current && (
        <p className={styles.file}>
          <strong>
            <VisibleName text={current.skill} />
          </strong>{" "}
          <code title={visibleName(current.location)}>
            <VisibleName text={current.location} />
          </code>
        </p>
      )}
    </>
  );
}

function rowAt(target: EventTarget, { rows }: Catalog): CatalogRow | undefined {
  const at = target instanceof HTMLElement ? target.dataset.row : undefined;
  return at === undefined ? undefined : rows[Number(at)];
}

/** Laid out as one, the text of 2,000 skills would hold up the page for a sixth of a second with each that is added. */
const piecesTogether = 24;

/** Drawn once for a catalog of hundreds of rows: pointing at one changes only the line below. */
const Pieces = memo(function Pieces({ catalog, selected }: { catalog: Catalog; selected: string | undefined }) {
  const groups = useMemo(() => wholeLines(catalogPieces(catalog), piecesTogether), [catalog]);
  const drawn = useGrowingCount(groups.length, 1, 2);
  const row = catalog.rows.findIndex(({ location }) => location === selected);
  return groups.slice(0, drawn).map((pieces) => <Lines key={pieces[0]?.at} pieces={pieces} selected={row} />);
});

interface LinesProps {
  readonly pieces: readonly CatalogPiece[];
  /** The row of the selected skill; -1 for none, when the first takes the focus. */
  readonly selected: number;
}

const Lines = memo(function Lines({ pieces, selected }: LinesProps) {
  const content = pieces.map(({ text, at, row }) =>
    row === undefined ? (
      <VisiblePieces key={at} of={visiblePieces(text)} />
    ) : (
      // biome-ignore lint/a11y/useSemanticElements: a button cannot break across lines, and this is running text
      <span
        key={at}
        role="button"
        tabIndex={row === Math.max(0, selected) ? 0 : -1}
        data-row={row}
        data-selected={row === selected || undefined}
        className={styles.row}
      >
        <VisiblePieces of={visiblePieces(text)} />
      </span>
    ),
  );
  return <div className={styles.lines}>{content}</div>;
});

function focusBeside(box: HTMLElement | null, by: 1 | -1): void {
  const rows = [...(box?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  rows[at + by]?.focus();
}
