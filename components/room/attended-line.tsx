import Link from "next/link";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { failureParts } from "#lib/failure-text.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { calledOf } from "#lib/room/grid.ts";
import type { Look } from "#lib/room/room.ts";
import { spacedCode } from "#lib/room/room-code.ts";
import { workspacePath } from "#lib/share/link.ts";
import { parseSourcePath } from "#lib/share/source-path.ts";
import type { AttendedRoom, RunningLesson } from "#lib/state/lesson.ts";
import styles from "./room-line.module.css";

/** For a learner, above the lesson: the room, the state of the connection, and where the teacher points. */
export function AttendedLine({ room, running }: { room: AttendedRoom; running: RunningLesson }) {
  const { leaveRoom, followTeacher } = useActions();
  const isOver = room.line.kind === "failed" && room.line.isOver;
  return (
    <section className={styles.line} aria-label="Live room">
      <div className={styles.row}>
        <strong>Room {spacedCode(room.code)}</strong>
        <span className={styles.as}>
          {room.learner !== undefined && (
            <>
              you are <VisibleName text={calledOf({ id: room.learner, name: room.name })} />
            </>
          )}
        </span>
        {!isOver && (
          <label className={styles.follow} title="Go where the teacher points automatically">
            <input
              type="checkbox"
              checked={room.follows}
              onChange={(event) => void followTeacher(event.target.checked)}
            />{" "}
            Follow
          </label>
        )}
        <Button size="small" variant="quiet" onClick={() => void leaveRoom()}>
          {isOver ? "Dismiss" : "Leave"}
        </Button>
      </div>
      <p role="status" className={styles.said}>
        {troubleOf(room)}
      </p>
      {!isOver && room.look && <Pointed key={room.look.number} room={room} look={room.look} running={running} />}
    </section>
  );
}

/** What a learner should know about the connection; empty while all is well. */
function troubleOf({ line, isBehind, ignored }: AttendedRoom): string {
  if (line.kind === "failed") {
    const { what, safe, next } = failureParts(line.failure);
    const isTrying = line.failure.code === "room-unreachable";
    const after = !isTrying ? next : isBehind ? "This page keeps trying, then sends your results." : "";
    return `${what} ${safe} ${after}`.trim();
  }
  if (isBehind) return "Your latest results are sent as soon as the room can be reached.";
  if (ignored === 0) return "";
  return `${ignored === 1 ? "One result was" : `${ignored} results were`} left out: the room’s workshop has no such checks. Open it again from the room’s link to have the same version.`;
}

function Pointed({ room, look, running }: { room: AttendedRoom; look: Look; running: RunningLesson }) {
  const { goToLook } = useActions();
  const step = useWorkspace((state) => state.lessonProgress?.step);
  const [isGone, setGone] = useState(false);
  const isHere = look.lesson === running.texts.id;
  const title = running.lesson.steps.find(({ id }) => id === look.step)?.title;
  const other = running.texts.lessons.find(({ id }) => id === look.lesson)?.title;
  if (isGone || (isHere && title === undefined) || (!isHere && other === undefined)) return null;
  const isDone = isHere && step === look.step && look.file === undefined && look.profile === undefined;
  return (
    <div className={styles.pointed}>
      <p role="status">
        Look here: “
        <VisibleName text={(isHere ? title : other) ?? ""} />”
        {look.file !== undefined && (
          <>
            , <VisibleName text={look.file} />
            {look.line !== undefined && ` ${linesOf(look)}`}
          </>
        )}
        {look.profile !== undefined && `, under ${profileById(look.profile).label}`}
      </p>
      {!isDone &&
        (isHere ? (
          <Button
            size="small"
            onClick={() => {
              void goToLook();
              setGone(true);
            }}
          >
            Go there
          </Button>
        ) : (
          <OtherLesson lesson={look.lesson} />
        ))}
      {!room.follows && (
        <Button size="small" variant="quiet" onClick={() => setGone(true)}>
          Not now
        </Button>
      )}
    </div>
  );
}

export function linesOf({ line, endLine }: Pick<Look, "line" | "endLine">): string {
  return endLine === undefined || endLine === line ? `line ${line}` : `lines ${line} to ${endLine}`;
}

function OtherLesson({ lesson }: { lesson: string }) {
  const id = useWorkspace((state) => state.id);
  const source = parseSourcePath(id);
  if (!source) return null;
  return (
    <Link href={workspacePath({ ...source, lesson } as typeof source)} prefetch={false} className={styles.there}>
      Go to that lesson
    </Link>
  );
}
