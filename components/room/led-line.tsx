import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { plural } from "#lib/format-count.ts";
import type { OpenedRoom } from "#lib/room/kept-rooms.ts";
import type { LedRoomState } from "#lib/room/led-room.ts";
import { spacedCode } from "#lib/room/room-code.ts";
import { LineNote, useLedRoom } from "./led-room.tsx";
import styles from "./room-line.module.css";

const LookHereDialog = fetchedDialog(async () => (await import("./look-here-dialog.tsx")).LookHereDialog);

/** For a teacher, above the lesson: the room, how many have done the step, and a button that points at what is open. */
export function LedLine({ opened, lesson }: { opened: OpenedRoom; lesson: string }) {
  const { room, state } = useLedRoom(opened);
  const step = useWorkspace(({ lessonProgress }) => lessonProgress?.step ?? "");
  const [isPointing, setPointing] = useState(false);
  return (
    <section className={styles.line} aria-label="Live room">
      <div className={styles.row}>
        <strong>Room {spacedCode(opened.code)}</strong>
        <span className={styles.as}>{standingOf(opened, state, lesson, step)}</span>
        <Button size="small" aria-haspopup="dialog" disabled={!room} onClick={() => setPointing(true)}>
          Look here
        </Button>
        <a href={`/room/${opened.code}`} target="_blank" rel="noreferrer" className={styles.there}>
          Grid
        </a>
      </div>
      <LineNote line={state.line} />
      {isPointing && room && <LookHereDialog room={room} look={state.look} onClose={() => setPointing(false)} />}
    </section>
  );
}

/** How many learners are in the room, and how many of them have passed the step on the screen. */
function standingOf({ plan }: OpenedRoom, { learners }: LedRoomState, lessonId: string, stepId: string): string {
  if (learners.size === 0) return "nobody is here yet";
  let from = 0;
  for (const lesson of plan.lessons) {
    for (const step of lesson.steps) {
      const isIt = lesson.id === lessonId && step.id === stepId;
      if (isIt && step.checks.length > 0) {
        const wanted = step.checks.map((_, index) => from + index);
        const done = [...learners.values()].filter(({ passed }) =>
          wanted.every((check) => passed.some((pass) => pass.check === check)),
        );
        return `${done.length} of ${learners.size} have done this step`;
      }
      from += step.checks.length;
    }
  }
  return plural(learners.size, "learner");
}
