import { useState } from "react";
import guide from "#components/landing/guide.module.css";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/dialog.tsx";
import { Select } from "#components/ui/fields.tsx";
import { Options } from "#components/ui/options.tsx";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { plural } from "#lib/format-count.ts";
import { busiestLesson, checkCount, type GridRow, gridCsv, gridRows, passCounts } from "#lib/room/grid.ts";
import type { OpenedRoom } from "#lib/room/kept-rooms.ts";
import type { LedRoom, LedRoomState } from "#lib/room/led-room.ts";
import type { PlannedLesson } from "#lib/room/room.ts";
import { spacedCode } from "#lib/room/room-code.ts";
import { LineNote, useClock, useLedRoom, useTold } from "./led-room.tsx";
import styles from "./room.module.css";
import { RoomCode } from "./room-code.tsx";
import { RoomGrid } from "./room-grid.tsx";
import { LockNote, RoomOrder } from "./room-order.tsx";

/** Milliseconds between updates; every time shown is told in minutes, so more often is not needed. */
const tick = 15_000;

/** The teacher's page of a room: how learners join, and each learner's progress. */
export function LeadRoom({ opened }: { opened: OpenedRoom }) {
  const { plan, code } = opened;
  const { room, state } = useLedRoom(opened);
  const [chosen, setChosen] = useState("");
  const [leaving, setLeaving] = useState<GridRow>();
  const now = Math.max(useClock(tick), ...[...state.learners.values()].map(({ heardAt }) => heardAt));
  const learners = [...state.learners.values()];
  const lesson = plan.lessons.find(({ id }) => id === chosen) ?? busiestLesson(plan, learners) ?? plan.lessons[0];
  if (!lesson) return null;
  // The busiest lesson changes as learners move on, but not under the hands of a teacher about to point at its steps.
  const keepLesson = () => setChosen(lesson.id);
  const rows = gridRows(plan, learners, lesson, now);
  const total = plan.lessons.reduce((sum, each) => sum + checkCount(each), 0);
  const unpassed = learners.filter(({ passed }) => passed.length === 0).length;
  const titleOf = (id: string) => plan.lessons.find((each) => each.id === id)?.title ?? "";
  return (
    <main className={`${guide.guide} ${styles.lead}`}>
      <h1>Room {spacedCode(code)}</h1>
      <p className={styles.of}>
        <VisibleName text={plan.title} /> ·{" "}
        <span role="status" aria-label="Learners">
          {learners.length === 0 ? "nobody is here yet" : plural(learners.length, "learner")}
        </span>
      </p>
      <LineNote line={state.line} />
      <LockNote isLocked={state.isLocked} />
      <details className={styles.ways} open>
        <summary>How to join</summary>
        <RoomCode code={code} />
      </details>
      <div className={styles.tools}>
        <Select label="Lesson" value={lesson.id} onChange={setChosen} onFocus={keepLesson}>
          <Options of={numbered(plan.lessons)} />
        </Select>
        {room && <PointAt key={lesson.id} room={room} state={state} lesson={lesson} onUse={keepLesson} />}
      </div>
      <RoomGrid {...{ lesson, rows, total, titleOf }} counts={passCounts(rows, lesson)} onRemove={setLeaving} />
      {room && (
        <RemoveLearner room={room} isLocked={state.isLocked} row={leaving} onClose={() => setLeaving(undefined)} />
      )}
      <Checks lesson={lesson} />
      <div className={styles.tools}>
        <CopyButton text={() => gridCsv(plan, learners, now)} label="Copy as CSV" size="medium" variant="plain" />
        {room && <RoomOrder room={room} isLocked={state.isLocked} unpassed={unpassed} />}
        {room && <CloseRoom room={room} />}
      </div>
      <p className={styles.note}>
        Results come from learners’ own browsers. The server keeps them in memory until you close the room, for twelve
        hours at most. Keep this page or your lesson open: after a server restart it restores the room.
      </p>
    </main>
  );
}

/** A legend for the numbers above the columns. */
function Checks({ lesson }: { lesson: PlannedLesson }) {
  const checks = lesson.steps.flatMap((step) => step.checks);
  return (
    <details className={styles.checks}>
      <summary>What the {checks.length === 1 ? "check" : `${checks.length} checks`} and symbols mean</summary>
      <ol>
        {checks.map(({ id, label }) => (
          <li key={id}>
            <VisibleName text={label.replaceAll("`", "")} />
          </li>
        ))}
      </ol>
      <p className={styles.note}>
        A tick: passed. An eye: passed with the solution on the screen. A dot: open. A ring: open, and the learner is at
        this step.
      </p>
    </details>
  );
}

interface PointAtProps {
  readonly room: LedRoom;
  readonly state: LedRoomState;
  readonly lesson: PlannedLesson;
  /** Called when the teacher begins to use this. */
  readonly onUse: () => void;
}

/** Points all learners at a step. The lesson itself can also point at files and lines. */
function PointAt({ room, state: { look }, lesson, onUse }: PointAtProps) {
  const [step, setStep] = useState(lesson.steps[0]?.id ?? "");
  const { act, isBusy, note } = useTold();
  const pointed = look && lesson.steps.find(({ id }) => look.lesson === lesson.id && id === look.step);
  return (
    <>
      <Select label="Step" value={step} onChange={setStep} onFocus={onUse}>
        <Options of={numbered(lesson.steps)} />
      </Select>
      <Button
        aria-disabled={isBusy}
        onClick={() => {
          onUse();
          act(() => room.look({ lesson: lesson.id, step }));
        }}
      >
        Look here
      </Button>
      {look && (
        <Button variant="quiet" aria-disabled={isBusy} onClick={() => act(() => room.look(undefined))}>
          Stop pointing
        </Button>
      )}
      <span role="status" className={styles.note}>
        {note}
        {note === undefined && pointed && (
          <>
            Learners are pointed at “
            <VisibleName text={pointed.title} />
            ”.
          </>
        )}
      </span>
    </>
  );
}

interface RemoveLearnerProps {
  readonly room: LedRoom;
  readonly isLocked: boolean;
  /** The learner to remove; `undefined` for nobody. */
  readonly row: GridRow | undefined;
  readonly onClose: () => void;
}

/** Asks before a learner is removed: for a nickname that should not be on the board, or a page that is open twice. */
function RemoveLearner({ room, isLocked, row, onClose }: RemoveLearnerProps) {
  const { act, note } = useTold();
  return (
    <>
      <p role="status" className={styles.trouble}>
        {note}
      </p>
      {row && (
        <ConfirmDialog
          title={`Remove ${row.called}`}
          verb="Remove"
          keep="Keep them"
          onClose={onClose}
          onConfirm={() => {
            onClose();
            act(() => room.remove(row.id));
          }}
        >
          <p>
            They are removed from the table and the room, and their page tells them. They keep their lesson and can join
            again {isLocked ? "once you unlock the room" : "with the code"}.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function CloseRoom({ room }: { room: LedRoom }) {
  const [isAsking, setAsking] = useState(false);
  const { act, note } = useTold();
  async function close() {
    setAsking(false);
    await room.close();
  }
  return (
    <>
      <Button variant="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Close the room
      </Button>
      <span role="status" className={styles.trouble}>
        {note}
      </span>
      {isAsking && (
        <ConfirmDialog
          title="Close the room"
          verb="Close for all"
          onClose={() => setAsking(false)}
          onConfirm={() => act(close)}
        >
          <p>
            The server deletes who was here and what they passed, so copy the table first if you need it. Learners keep
            their lessons and can send you progress links.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Lessons or steps as options, in their order. */
function numbered(all: readonly { readonly id: string; readonly title: string }[]) {
  return all.map(({ id, title }, index) => [id, `${index + 1}. ${visibleName(title)}`] as const);
}
