import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { focusOnce } from "#components/ui/focus.ts";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { type Failure, FailureError, failureOrThrow } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { openFreshRoom, tellRoom } from "#lib/room/ask-room.ts";
import { checkCount } from "#lib/room/grid.ts";
import { keepOpened, type OpenedRoom } from "#lib/room/kept-rooms.ts";
import type { RoomPlan } from "#lib/room/room.ts";
import styles from "./room.module.css";
import { RoomCode } from "./room-code.tsx";

interface RoomDialogProps {
  readonly opened: OpenedRoom | undefined;
  /** Address of the workshop; absent where learners cannot open it. */
  readonly workshop: string | undefined;
  readonly onClose: () => void;
}

/** The teacher's dialog: starts a live room for the workshop, or shows how to join the room that was started. */
export function RoomDialog({ opened, workshop, onClose }: RoomDialogProps) {
  const { start, isStarting, said } = useStart();
  return (
    <Dialog
      title="Live room"
      onClose={onClose}
      footer={
        opened ? (
          <a className={styles.button} href={`/room/${opened.code}`} target="_blank" rel="noreferrer">
            Open the grid
          </a>
        ) : (
          workshop !== undefined && (
            <Button variant="primary" aria-disabled={isStarting} onClick={() => !isStarting && void start()}>
              {isStarting ? "Starting…" : "Start a live room"}
            </Button>
          )
        )
      }
    >
      <div className={styles.dialog}>
        {opened ? (
          // Once the room has started, so that its code is read out and the keyboard goes on from there.
          <div ref={focusOnce}>
            <RoomCode code={opened.code} />
          </div>
        ) : workshop === undefined ? (
          <p>
            This lesson comes from your own files, so learners cannot open it. Push the workshop to a repository first.
          </p>
        ) : (
          <>
            <p>
              Learners join with a six-letter code. You see live who passed what and who is stuck, and can point
              everyone at a step, a file or a harness.
            </p>
            <p>
              The server gets only check results and nicknames, and deletes them when you close the room, after twelve
              hours at most. Learners get this workshop in the version you have open.
            </p>
          </>
        )}
        <p role="status" className={styles.trouble}>
          {said}
        </p>
      </div>
    </Dialog>
  );
}

async function open(plan: RoomPlan): Promise<void> {
  const access = await openFreshRoom(plan);
  if (keepOpened({ ...access, plan, since: Date.now() })) return;
  await tellRoom(access, { do: "close" });
  throw new FailureError({ code: "storage-missing" });
}

function useStart() {
  const { roomPlan } = useActions();
  const [isStarting, setStarting] = useState(false);
  const [failure, setFailure] = useState<Failure | "no-checks">();
  async function start() {
    setStarting(true);
    setFailure(undefined);
    try {
      const plan = await roomPlan();
      if (!plan?.lessons.some((lesson) => checkCount(lesson) > 0)) setFailure("no-checks");
      else await open(plan);
    } catch (caught) {
      const reason = failureOrThrow(caught);
      setFailure(reason);
    } finally {
      setStarting(false);
    }
  }
  return { start, isStarting, said: failure && saidOf(failure) };
}

function saidOf(failure: Failure | "no-checks"): string {
  if (failure === "no-checks") return "This workshop has no checks, so there is nothing to see.";
  const { what, next } = failureParts(failure);
  return `${what} ${next}`;
}
