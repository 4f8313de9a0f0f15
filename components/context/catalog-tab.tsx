import { type FocusEvent, type KeyboardEvent, type MouseEvent, memo, useMemo, useRef, useState } from "react";
import { ActionButton } from "#components/actions/action-button.tsx";
import { competingSkills, testPicks } from "#components/actions/harness-actions.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { useGrowingCount, useSeen } from "#components/ui/progressive-drawing.ts";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { visibleName, visiblePieces } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName, Pieces as VisiblePieces } from "#components/ui/visible/visible-text.tsx";
import { OpeningNote } from "#components/workspace/panel.tsx";
import { useActions, useWorkspace, useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import { plural } from "#lib/format-count.ts";
import type { Catalog, CatalogRow } from "#lib/harness/vocabulary/catalog.ts";
import { noSkills } from "#lib/report/compare/headline.ts";
import type { HarnessView } from "#lib/stage/derive-view.ts";
import { isOpening } from "#lib/state/state.ts";
import styles from "./catalog.module.css";
import { type CatalogPiece, catalogPieces, wholeLines } from "./catalog-pieces.ts";

const channels: Record<Catalog["channel"], string> = {
  system: "In the system prompt",
  developer: "A developer message",
  reminder: "A reminder in the first message",
  tool: "In the harness’s own tool",
};

/** Tier 1 verbatim: what the model is told of the skills before it reads any. */
export function CatalogTab() {
  const view = useWorkspaceInSlices((state) => state.view);
  const opening = useWorkspaceInSlices(isOpening);
  const { catalog } = view;
  if (opening) return <OpeningNote />;
  if (catalog.undocumented)
    return (
      <EmptyState title="Not documented">
        This harness finds {plural(catalog.undocumented.length, "skill")}. No document says what it tells its model of
        them, so nothing is added.
      </EmptyState>
    );
  if (catalog.text === "") return <EmptyState title="Nothing is added">{emptyReason(view)}</EmptyState>;
  return (
    <div className={styles.catalog}>
      <p className={styles.about}>
        <span>{channels[catalog.channel]}</span>
        <CopyButton text={catalog.text} />
        <ActionButton action={testPicks} size="small" />
        <ActionButton action={competingSkills} size="small" />
      </p>
      <CatalogText catalog={catalog} />
    </div>
  );
}

function emptyReason({ discovery, states, whyOff }: HarnessView): string {
  if (whyOff?.kind === "ended") return "The harness does not start.";
  const { skills, candidates } = discovery;
  if (skills.length > 0) {
    const isAllOff = skills.every((skill) => states.get(skill.location) === "off");
    return isAllOff
      ? "All loaded skills are off."
      : "Skills are loaded, but the model is not told about any. Open Why? on a skill to see the reason.";
  }
  return candidates.length > 0
    ? "This harness loads none of these SKILL.md files. Open Why? on one to see the reason."
    : `${noSkills}.`;
}

/** The catalog verbatim. Each skill's row can be pointed at, and links to its file. */
function CatalogText({ catalog }: { catalog: Catalog }) {
  const { selectSkill, openFile } = useActions();
  const profileId = useWorkspaceInSlices((state) => state.profileId);
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
        {/* A key per harness: the lines of the previous harness then leave the page as one block. */}
        <div key={profileId}>
          <Pieces catalog={catalog} selected={selected} />
        </div>
      </div>
      {current && (
        <p className={styles.file}>
          <VisibleName as="strong" text={current.skill} />{" "}
          <VisibleName as="code" title={visibleName(current.location)} text={current.location} />
        </p>
      )}
    </>
  );
}

function rowAt(target: EventTarget, { rows }: Catalog): CatalogRow | undefined {
  const at = target instanceof HTMLElement ? target.dataset.row : undefined;
  return at === undefined ? undefined : rows[Number(at)];
}

/** Pieces per block. In a single block, each added piece would lay out the text of 2,000 skills again (170 ms). */
const piecesTogether = 24;

/** Memoized: pointing at one of hundreds of rows redraws only the line below them. */
const Pieces = memo(function Pieces({ catalog, selected }: { catalog: Catalog; selected: string | undefined }) {
  const groups = useMemo(() => wholeLines(catalogPieces(catalog), piecesTogether), [catalog]);
  const drawn = useGrowingCount(groups.length, 1, 2);
  const row = catalog.rows.findIndex(({ location }) => location === selected);
  return groups.slice(0, drawn).map((pieces) => <Lines key={pieces[0]?.at} pieces={pieces} selected={row} />);
});

interface LinesProps {
  readonly pieces: readonly CatalogPiece[];
  /** Index of the selected skill's row; -1 for none, in which case the first row takes the focus. */
  readonly selected: number;
}

const Lines = memo(function Lines({ pieces, selected }: LinesProps) {
  const focusable = Math.max(0, selected);
  const box = useRef<HTMLDivElement>(null);
  // Lines out of sight are plain text: 5,000 buttons would have to be laid out and removed again.
  const isLive = useSeen(box) || pieces.some(({ row }) => row === focusable);
  const content = pieces.map(({ text, at, row }) =>
    row === undefined || !isLive ? (
      <VisiblePieces key={at} of={visiblePieces(text)} />
    ) : (
      // biome-ignore lint/a11y/useSemanticElements: a button cannot break across lines, and this is running text
      <span
        key={at}
        role="button"
        tabIndex={row === focusable ? 0 : -1}
        data-row={row}
        data-selected={row === selected || undefined}
        className={styles.row}
      >
        <VisiblePieces of={visiblePieces(text)} />
      </span>
    ),
  );
  return (
    <div ref={box} className={styles.lines}>
      {content}
    </div>
  );
});

function focusBeside(box: HTMLElement | null, by: 1 | -1): void {
  const rows = [...(box?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  rows[at + by]?.focus();
}
