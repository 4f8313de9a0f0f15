import { Check, Circle, Eye, X } from "lucide-react";
import { IconButton } from "#components/ui/button.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { plural } from "#lib/format-count.ts";
import type { GridCell, GridRow } from "#lib/room/grid.ts";
import type { PlannedLesson } from "#lib/room/room.ts";
import styles from "./room-grid.module.css";

interface RoomGridProps {
  readonly lesson: PlannedLesson;
  readonly rows: readonly GridRow[];
  /** How many learners have passed each check. */
  readonly counts: readonly number[];
  /** Number of checks of all lessons. */
  readonly total: number;
  readonly titleOf: (lesson: string) => string;
  readonly onRemove: (row: GridRow) => void;
}

/** A table of learners by checks of one lesson. Each cell has a sign, and words for screen readers. */
export function RoomGrid({ rows, counts, ...shown }: RoomGridProps) {
  const steps = shown.lesson.steps.filter(({ checks }) => checks.length > 0);
  const checks = steps.flatMap((step) => step.checks.map((check, index) => ({ ...check, step, isFirst: index === 0 })));
  return (
    // Focusable, so that a keyboard can scroll it sideways where there are many checks.
    <section className={styles.scroll} tabIndex={0} aria-label="Learners and checks">
      <table className={styles.grid}>
        <thead>
          <tr>
            <th scope="col" rowSpan={2} className={styles.name}>
              Learner
            </th>
            {steps.map(({ id, title, checks: own }) => (
              <th key={id} scope="colgroup" colSpan={own.length} className={styles.step}>
                <VisibleName text={title} />
              </th>
            ))}
            <th scope="col" rowSpan={2}>
              Now
            </th>
            <th scope="col" rowSpan={2}>
              All
            </th>
          </tr>
          <tr>
            {checks.map(({ id, label, isFirst }, index) => (
              <th key={id} scope="col" title={wordsOf(label)} data-first={isFirst ? "" : undefined}>
                <span aria-hidden>{index + 1}</span>
                <span className="unseen">{`${index + 1}: ${wordsOf(label)}`}</span>
                <Share count={counts[index] ?? 0} of={rows.length} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Learner key={row.id} {...shown} row={row} checks={checks} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A check's label as plain text. */
function wordsOf(label: string): string {
  return visibleName(label.replaceAll("`", ""));
}

interface LearnerProps extends Pick<RoomGridProps, "lesson" | "total" | "titleOf" | "onRemove"> {
  readonly row: GridRow;
  readonly checks: readonly {
    readonly id: string;
    readonly step: { readonly id: string };
    readonly isFirst: boolean;
  }[];
}

function Learner({ row, checks, lesson, total, titleOf, onRemove }: LearnerProps) {
  return (
    <tr data-standing={row.standing}>
      <th scope="row" className={styles.name}>
        <VisibleName text={row.called} />
        {row.ignored > 0 && <small>{plural(row.ignored, "result")} left out: another version</small>}
      </th>
      {checks.map(({ id, step, isFirst }, index) => (
        <Cell
          key={id}
          cell={row.cells[index] ?? "open"}
          isHere={row.lesson === lesson.id && row.step === step.id}
          isFirst={isFirst}
        />
      ))}
      <td className={styles.now}>
        <Now row={row} lesson={lesson} titleOf={titleOf} />
      </td>
      <td className={styles.all}>
        {row.passed} of {total}
        <IconButton label={`Remove ${row.called}`} size="small" aria-haspopup="dialog" onClick={() => onRemove(row)}>
          <X size={14} aria-hidden />
        </IconButton>
      </td>
    </tr>
  );
}

/** How many learners have passed a check, as a number and a bar. */
function Share({ count, of }: { count: number; of: number }) {
  return (
    <span className={styles.share}>
      <span className={styles.bar} style={{ inlineSize: `${of === 0 ? 0 : (count / of) * 100}%` }} />
      <span aria-hidden>
        {count}/{of}
      </span>
      <span className="unseen">
        , {count} of {of} passed
      </span>
    </span>
  );
}

const words = { open: "open", learner: "passed", solution: "passed with the solution" } as const;

function Cell({ cell, isHere, isFirst }: { cell: GridCell; isHere: boolean; isFirst: boolean }) {
  return (
    <td
      className={styles.cell}
      data-cell={cell}
      data-here={isHere ? "" : undefined}
      data-first={isFirst ? "" : undefined}
    >
      {cell === "learner" && <Check size={16} strokeWidth={3} aria-hidden />}
      {cell === "solution" && <Eye size={15} aria-hidden />}
      {cell === "open" && (isHere ? <Circle size={13} aria-hidden /> : <span aria-hidden>·</span>)}
      <span className="unseen">{isHere && cell === "open" ? "open, at it now" : words[cell]}</span>
    </td>
  );
}

interface NowProps {
  readonly row: GridRow;
  readonly lesson: PlannedLesson;
  readonly titleOf: (lesson: string) => string;
}

/** Which step a learner is on, and how long nothing has happened there. */
function Now({ row, lesson, titleOf }: NowProps) {
  if (row.standing === "away") return <>away for {duration(row.silent)}</>;
  if (row.lesson === "") return <>just joined</>;
  const step = lesson.steps.find(({ id }) => id === row.step);
  const where = row.lesson === lesson.id ? step?.title : titleOf(row.lesson);
  return (
    <>
      {where !== undefined && <VisibleName text={where} />}
      {row.standing === "working" && <small>{duration(row.still)}</small>}
      {row.standing === "done" && <small>this lesson is done</small>}
    </>
  );
}

function duration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  return minutes < 1 ? "under a minute" : plural(minutes, "minute");
}
