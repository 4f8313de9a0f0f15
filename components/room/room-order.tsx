import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/dialog.tsx";
import { plural } from "#lib/format-count.ts";
import type { LedRoom } from "#lib/room/led-room.ts";
import { useTold } from "./led-room.tsx";
import styles from "./room.module.css";

interface RoomOrderProps {
  readonly room: LedRoom;
  readonly isLocked: boolean;
  /** Number of learners who have passed nothing. */
  readonly unpassed: number;
}

/** For a room that fills with unknown names: locks the room, or removes everybody who has passed nothing. */
export function RoomOrder({ room, isLocked, unpassed }: RoomOrderProps) {
  const { act, isBusy, note, hasFailed } = useTold();
  const [isAsking, setAsking] = useState(false);
  const [removed, setRemoved] = useState<number>();
  const remove = async () => {
    setAsking(false);
    setRemoved(await room.removeUnpassed());
  };
  return (
    <>
      <Button aria-disabled={isBusy} onClick={() => act(() => room.lock(!isLocked))}>
        {isLocked ? "Unlock the room" : "Lock the room"}
      </Button>
      <Button aria-haspopup="dialog" aria-disabled={unpassed === 0} onClick={() => unpassed > 0 && setAsking(true)}>
        Remove everyone who passed nothing
      </Button>
      <span role="status" aria-label="Removed" className={hasFailed ? styles.trouble : styles.note}>
        {note ?? (removed !== undefined && `${plural(removed, "learner")} removed.`)}
      </span>
      {isAsking && (
        <ConfirmDialog
          title="Remove everyone who passed nothing"
          verb={`Remove ${plural(unpassed, "learner")}`}
          keep="Keep them"
          onClose={() => setAsking(false)}
          onConfirm={() => act(remove)}
        >
          <p>
            Their rows leave the table, and their pages the room, and say so. Their lessons stay as they are.{" "}
            {isLocked
              ? "They can join again once you unlock the room."
              : "They can join again with the code; lock the room first if they should not."}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Beside the code: says that the room is locked. */
export function LockNote({ isLocked }: { isLocked: boolean }) {
  return (
    <p role="status" aria-label="Lock" className={styles.lock}>
      {isLocked && "The room is locked: nobody new can join. Everyone in it can continue and come back."}
    </p>
  );
}
