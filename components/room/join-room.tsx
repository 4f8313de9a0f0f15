import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import guide from "#components/landing/guide.module.css";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/fields.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { type Failure, FailureError, failureOrThrow } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { findRoom, reportTo } from "#lib/room/ask-room.ts";
import { forgetJoined, type JoinedRoom, joinedRoom, keepJoined } from "#lib/room/kept-rooms.ts";
import { freshKey, plainName, type RoomInfo, roomLimits } from "#lib/room/room.ts";
import { spacedCode } from "#lib/room/room-code.ts";
import { workspacePath } from "#lib/share/link.ts";
import { parseSourcePath } from "#lib/share/source-path.ts";
import styles from "./room.module.css";

/** Lets a learner join a room: what the room is about, what leaves their browser, and an optional nickname. */
export function JoinRoom({ code }: { code: string }) {
  const { info, failure, retry } = useRoomInfo(code);
  return (
    <main className={`${guide.guide} ${styles.join}`}>
      <h1>Room {spacedCode(code)}</h1>
      {info && <JoinForm code={code} info={info} />}
      {failure ? (
        <div role="alert">
          <p>{failureParts(failure).what}</p>
          <p>{failureParts(failure).next}</p>
          <p className={styles.tools}>
            {failure.code !== "room-closed" && <Button onClick={retry}>Try again</Button>}
            <Link href="/room" prefetch={false}>
              Another code
            </Link>
          </p>
        </div>
      ) : (
        <p role="status">{info ? "" : "Looking for the room…"}</p>
      )}
    </main>
  );
}

function useRoomInfo(code: string) {
  const [attempt, setAttempt] = useState(0);
  const [info, setInfo] = useState<RoomInfo>();
  const [failure, setFailure] = useState<Failure>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt is the same again
  useEffect(() => {
    const leaving = new AbortController();
    async function look() {
      try {
        setInfo(await findRoom(code, { signal: leaving.signal }));
      } catch (caught) {
        const reason = failureOrThrow(caught);
        if (!leaving.signal.aborted) setFailure(reason);
      }
    }
    void look();
    return () => leaving.abort();
  }, [code, attempt]);
  return {
    info,
    failure,
    retry: () => {
      setFailure(undefined);
      setAttempt((made) => made + 1);
    },
  };
}

/** Joins a room and opens its lesson; `before`: how this browser joined it earlier. */
function useJoining(code: string, info: RoomInfo) {
  const { push } = useRouter();
  const [before] = useState(() => {
    const joined = joinedRoom();
    return joined?.id === info.id && joined.code === code ? joined : undefined;
  });
  // The same at a further attempt: the answer to the one before may have been lost after the server had let them in.
  const [key, setKey] = useState(() => before?.key ?? freshKey());
  const [isJoining, setJoining] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  async function join(name: string) {
    setJoining(true);
    setFailure(undefined);
    const access = { code, id: info.id, key };
    const called = plainName(name).slice(0, roomLimits.name);
    try {
      if (!before) await reportTo(access, { do: "report", name: called, report: emptyReport });
      const { workshop, title } = info;
      const joined = { follows: false, ...before, ...access, workshop, title, name: called, since: Date.now() };
      if (!keepJoined(joined)) throw new FailureError({ code: "storage-missing" });
      push(lessonAddress(info.workshop, before?.lesson || info.lesson));
    } catch (caught) {
      const reason = failureOrThrow(caught);
      setFailure(reason);
      setJoining(false);
      // Whom the teacher has removed meanwhile may join again, as another one.
      if (reason.code === "room-removed") setKey(freshKey());
    }
  }
  return { before, join, isJoining, failure };
}

function JoinForm({ code, info }: { code: string; info: RoomInfo }) {
  const { before, join, isJoining, failure } = useJoining(code, info);
  const [name, setName] = useState(before?.name ?? "");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isJoining) void join(name);
      }}
    >
      <p>
        This room is for the workshop <VisibleName as="strong" text={info.title} />. It runs in this browser and
        continues if the room closes.
      </p>
      <TextField
        label="Nickname (optional)"
        value={name}
        maxLength={roomLimits.name}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
        hint="Your teacher sees it beside your results. Without one you appear as “Learner” and three letters."
      />
      <section aria-labelledby="leaves" className={styles.leaves}>
        <h2 id="leaves">What leaves your browser</h2>
        <p>
          The checks you passed, when, and which with the solution shown; your current step; your nickname. No messages,
          files, answers or keys. The server deletes it when the room closes, after twelve hours at most. You can leave
          at any time.
        </p>
      </section>
      <p className={styles.tools}>
        <Button type="submit" variant="primary" size="large" aria-disabled={isJoining}>
          {isJoining ? "Joining…" : before ? "Back to the lesson" : "Join"}
        </Button>
        {before && (
          <Button variant="quiet" onClick={() => leave(before)}>
            Leave the room
          </Button>
        )}
      </p>
      <p role="status" className={styles.trouble}>
        {failure && `${failureParts(failure).what} ${failureParts(failure).next}`}
      </p>
    </form>
  );
}

const emptyReport = { lesson: "", step: "", still: 0, lessons: [] };

function leave(joined: JoinedRoom): void {
  forgetJoined(joined);
  location.assign("/");
}

/** The address of a room's lesson, at the teacher's commit. */
export function lessonAddress(workshop: string, lesson: string | undefined): string {
  const source = parseSourcePath(workshop);
  return source ? workspacePath({ ...source, lesson } as typeof source) : "/";
}
