"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState, useSyncExternalStore } from "react";
import guide from "#components/landing/guide.module.css";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/fields.tsx";
import { focusOnce } from "#components/ui/focus.ts";
import type { OpenedRoom } from "#lib/room/kept-rooms.ts";
import { readCode } from "#lib/room/room.ts";
import { spacedCode } from "#lib/room/room-code.ts";
import { JoinRoom, lessonAddress } from "./join-room.tsx";
import { LeadRoom } from "./lead-room.tsx";
import styles from "./room.module.css";
import { useOpenedRoom } from "./use-opened-rooms.ts";

/** A room's page: in the browser that opened the room the teacher's view, elsewhere the page to join. */
export function RoomPage({ code: given }: { code: string }) {
  const code = readCode(given);
  const opened = useOpenedRoom(code);
  const isHere = useSyncExternalStore(nothing, yes, no);
  if (code === undefined) return <TypeCode given={given} />;
  // Only this browser's storage tells whose page it is; the server does not know.
  if (!isHere) return <main className={`${guide.guide} ${styles.join}`} />;
  if (!opened) return <JoinRoom key={code} code={code} />;
  return opened.isClosed ? <ClosedRoom opened={opened} /> : <LeadRoom key={code} opened={opened} />;
}

/** What is left of a room for the teacher who has closed it. */
function ClosedRoom({ opened: { code, plan } }: { opened: OpenedRoom }) {
  return (
    <main className={`${guide.guide} ${styles.join}`}>
      <h1 ref={focusOnce}>You closed room {spacedCode(code)}</h1>
      <p>
        The server has deleted who was here and what they passed. Learners keep their lessons and can send you progress
        links.
      </p>
      <p className={styles.tools}>
        <Link href={lessonAddress(plan.workshop, plan.lessons[0]?.id)}>Back to the lesson</Link>
        <Link href="/class">Read progress links</Link>
      </p>
    </main>
  );
}

const nothing = () => () => undefined;
const yes = () => true;
const no = () => false;

/** Asks for a room's code. @param given the text in the address, if it is not a valid code */
export function TypeCode({ given = "" }: { given?: string }) {
  const { push } = useRouter();
  const [text, setText] = useState("");
  const [refused, setRefused] = useState(given);
  return (
    <main className={`${guide.guide} ${styles.join}`}>
      <h1>Join a room</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const code = readCode(text);
          if (code === undefined) setRefused(text);
          else push(`/room/${code}`);
        }}
      >
        <TextField
          label="Code of the room"
          verbatim
          value={text}
          maxLength={20}
          autoCapitalize="characters"
          placeholder="BCD FGH"
          problem={refused === "" ? undefined : "That is not a room code. A code has six letters and no vowels."}
          onChange={(event) => {
            setText(event.target.value);
            setRefused("");
          }}
        />
        <p className={styles.tools}>
          <Button type="submit" variant="primary" size="large">
            Join
          </Button>
        </p>
      </form>
    </main>
  );
}
