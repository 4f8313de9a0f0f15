"use client";

import Link from "next/link";
import { useEffect, useEffectEvent, useId, useState } from "react";
import guide from "#components/landing/guide.module.css";
import { useOpenedRooms } from "#components/room/use-opened-rooms.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { usePromised } from "#components/ui/use-promised.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { failureOrThrow } from "#lib/failure.ts";
import { plural } from "#lib/format-count.ts";
import { spacedCode } from "#lib/room/room-code.ts";
import { readProgress } from "#lib/share/progress-link.ts";
import styles from "./class.module.css";
import {
  type ChecksOf,
  type ClassRow,
  csvOf,
  type LessonCell,
  lessonsOf,
  linesText,
  linksIn,
  rowsOf,
} from "./class-rows.ts";

/** The teacher's page: paste the learners' progress links, and see how far each has got. Everything stays in this page. */
export function ClassPage() {
  const [text, setText] = useState("");
  const { rows, refused, unread } = usePromised(() => readLinks(text), [text]) ?? nothingRead;
  const id = useId();
  const addFragment = useEffectEvent(() => {
    if (!/^#p\d+=/.test(location.hash)) return;
    setText((before) => (before.includes(location.hash) ? before : `${before}${before && "\n"}${location.href}`));
  });
  useEffect(() => {
    // A progress link leads to this page; its own row comes first.
    addFragment();
    window.addEventListener("hashchange", addFragment);
    return () => window.removeEventListener("hashchange", addFragment);
  }, []);
  return (
    <main className={`${guide.guide} ${styles.class}`}>
      <h1>Your class</h1>
      <p>
        Learners copy a link under <em>Your progress</em> in their lesson and send it to you. Paste the links here, one
        per line, or the text of a progress file. Nothing leaves this page, and nothing is saved.
      </p>
      <label htmlFor={id}>Progress links</label>
      <textarea
        id={id}
        rows={5}
        spellCheck={false}
        placeholder="https://…/class#p1=…"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <LeftOut refused={refused} unread={unread} />
      {rows.length > 0 && <Table rows={rows} />}
      {rows.length > 0 && (
        <>
          <p className={styles.tools}>
            <CopyButton text={csvOf(rows)} label="Copy as CSV" size="medium" />
            <Button variant="quiet" onClick={() => setText("")}>
              Start over
            </Button>
          </p>
          <p className={styles.note}>
            Learners’ own browsers write these links, so they can be forged. They show which checks were passed with the
            solution.
          </p>
        </>
      )}
      <LiveRooms />
    </main>
  );
}

/** The pasted links that no row stands for, and why. */
function LeftOut({ refused, unread }: Pick<Read, "refused" | "unread">) {
  return (
    <div role="status" className={styles.refused}>
      {[...Map.groupBy(refused, ({ reason }) => reason)].map(([reason, of]) => (
        <p key={reason}>
          {linesText(of.map(({ line }) => line))} left out: {reason}.
        </p>
      ))}
      {unread > 0 && (
        <p>
          Only the first {mostLinks} links are read; {plural(unread, "more link is", "more links are")} left out.
        </p>
      )}
    </div>
  );
}

/** The live rooms opened in this browser, and how to start one. */
function LiveRooms() {
  const rooms = useOpenedRooms();
  return (
    <section className={styles.rooms} aria-labelledby="live-rooms">
      <h2 id="live-rooms">Live rooms</h2>
      <p>
        In a lesson, <em>Live room</em> opens one: learners <Link href="/room">join by a code</Link>, and you see live
        who has passed what and who is stuck.
      </p>
      <ul>
        {rooms.map(({ code, plan }) => (
          <li key={code}>
            <Link href={`/room/${code}`} prefetch={false}>
              Room {spacedCode(code)}
            </Link>{" "}
            <VisibleName text={plan.title} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Read {
  readonly rows: readonly ClassRow[];
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
  /** Number of links beyond the most that are read. */
  readonly unread: number;
}

/** More links than this would keep the page busy for long. */
const mostLinks = 500;

/** Reads the progress links in a pasted text. */
async function readLinks(text: string): Promise<Read> {
  const all = linksIn(text);
  const links = all.slice(0, mostLinks);
  const checksOf = links.length > 0 ? await readKnownChecks() : undefined;
  const results = await Promise.all(links.map(async (each) => ({ ...each, result: await readProgress(each.link) })));
  return {
    rows: rowsOf(
      results.flatMap(({ result }) => (typeof result === "string" ? [] : [result])),
      { ...(checksOf && { checksOf }) },
    ),
    refused: results.flatMap(({ line, result }) => (typeof result === "string" ? [{ line, reason: result }] : [])),
    unread: all.length - links.length,
  };
}

const nothingRead: Read = { rows: [], refused: [], unread: 0 };

/** The checks of each lesson, from the lessons kept in this browser: whoever teaches has usually opened them. */
async function readKnownChecks(): Promise<ChecksOf | undefined> {
  // So the build leaves the storage out of the server.
  if (typeof window === "undefined") return undefined;
  try {
    const [{ openStorage }, { keptChecks, lessonKey }] = await Promise.all([
      import("#lib/storage/persistence.ts"),
      import("#lib/keeping/kept-checks.ts"),
    ]);
    const known = keptChecks(await (await openStorage()).list());
    return (of, lesson) => known.get(lessonKey(of, lesson));
  } catch (caught) {
    // Without storage no lesson is known, and without a network none can be fetched.
    failureOrThrow(caught);
    return undefined;
  }
}

function Table({ rows }: { rows: readonly ClassRow[] }) {
  const lessons = lessonsOf(rows);
  return (
    // Focusable, so that a keyboard can scroll it sideways where there are many lessons.
    <section className={styles.table} tabIndex={0} aria-label="Progress of the class">
      <table>
        <thead>
          <tr>
            <th scope="col">Learner</th>
            <th scope="col">Workshop</th>
            {lessons.map((lesson) => (
              <th key={lesson} scope="col">
                <VisibleName text={lesson} />
              </th>
            ))}
            <th scope="col">All</th>
            <th scope="col">Last</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.number}>
              <th scope="row">
                <VisibleName text={row.name} />
              </th>
              <td>
                <VisibleName text={row.workshop} /> {row.commit && <code>{row.commit.slice(0, 7)}</code>}
              </td>
              {lessons.map((lesson) => (
                <Cell key={lesson} cell={row.lessons.get(lesson)} />
              ))}
              <Cell cell={row.all} />
              <td>{row.last}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ cell }: { cell: LessonCell | undefined }) {
  if (!cell || cell.total === 0) return <td className={styles.none}>–</td>;
  const isWhole = cell.passed === cell.total;
  return (
    <td data-whole={isWhole ? "" : undefined}>
      {cell.passed} of {cell.total}
      {cell.bySolution > 0 && <small>{cell.bySolution} by the solution</small>}
      {cell.strange > 0 && <small>{cell.strange} not in this lesson</small>}
      {cell.skipped > 0 && <small>{cell.skipped} skipped</small>}
    </td>
  );
}
