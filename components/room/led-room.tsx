import { useEffect, useState, useSyncExternalStore } from "react";
import { type Failure, failureOrThrow } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { closeOpened, keepStanding, type OpenedRoom } from "#lib/room/kept-rooms.ts";
import { type LedRoom, type LedRoomState, leadRoom } from "#lib/room/led-room.ts";
import type { LineState } from "#lib/room/room-line.ts";
import styles from "./room.module.css";

const connecting: LedRoomState = { line: { kind: "connecting" }, learners: new Map(), isLocked: false };
const nothing = () => () => undefined;
const notYet = () => connecting;

/** Keeps the connection to a room that this browser leads while the component is mounted. */
export function useLedRoom({ code, id, key, plan, since, stood }: OpenedRoom): {
  room: LedRoom | undefined;
  state: LedRoomState;
} {
  const [room, setRoom] = useState<LedRoom>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a plan and a time belong to their room and never change, how it stood is asked for once
  useEffect(() => {
    const made = leadRoom({
      access: { code, id, key },
      ...{ plan, since, stood },
      onStanding: (standing) => keepStanding(code, standing),
      onClosed: () => closeOpened(code),
    });
    setRoom(made);
    return () => made.stop();
  }, [code, id, key]);
  const state = useSyncExternalStore(room?.subscribe ?? nothing, room?.getState ?? notYet, notYet);
  return { room, state };
}

/** A clock in milliseconds that never jumps (`performance.now`), updated every `everyMs` milliseconds. */
export function useClock(everyMs: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** For a teacher: why there is no connection to the room; nothing while connected or connecting for the first time. */
export function LineNote({ line }: { line: LineState }) {
  return (
    <p role="status" className={styles.trouble}>
      {line.kind === "failed" && wordsFor(line)}
    </p>
  );
}

function wordsFor({ failure, isOver }: Extract<LineState, { kind: "failed" }>): string {
  // Where the server has lost a room, its teacher's page opens it again, until the room's time is over.
  if (isOver && failure.code === "room-missing")
    return "This room ended after twelve hours, and the server has deleted its data. Learners keep their lessons and can send you progress links.";
  const { what, next } = failureParts(failure);
  return `${what} ${isOver ? next : "This page keeps trying. Learners then send what they passed meanwhile."}`;
}

interface Told {
  /** Does nothing while something else is being sent. */
  readonly act: (tell: () => Promise<void>) => void;
  readonly isBusy: boolean;
  /** What to say of it: that it is being sent, or why that did not work. */
  readonly note: string | undefined;
  readonly hasFailed: boolean;
}

/** Sends something to the server, and says so while it does, and why if that did not work. */
export function useTold(): Told {
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  async function run(tell: () => Promise<void>) {
    setFailure(undefined);
    setBusy(true);
    try {
      await tell();
    } catch (caught) {
      const reason = failureOrThrow(caught);
      setFailure(reason);
    } finally {
      setBusy(false);
    }
  }
  return {
    act: (tell) => void (isBusy || run(tell)),
    isBusy,
    note: isBusy ? "Telling the room…" : failure && failureParts(failure).what,
    hasFailed: failure !== undefined,
  };
}
