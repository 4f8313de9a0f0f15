import { useMemo } from "react";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ShowEarlier, useLatest } from "#components/ui/text/show-earlier.tsx";
import { Tier } from "#components/ui/tier.tsx";
import { visibleName } from "#components/ui/visible-pieces.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { useSteadyMessages } from "./steady-messages.ts";
import styles from "./timeline.module.css";
import { type TimelineEvent, timelineOf } from "./timeline.ts";

/** Events drawn at once. */
const eventsAtOnce = 200;

let clock: Intl.DateTimeFormat | undefined;

/** `14:05:09`. Made when it is first needed: making it costs a page that opens several milliseconds. */
function formatTime(time: number): string {
  clock ??= new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
  return clock.format(time);
}

/** What happened in this conversation, in order. A person's browsing is not part of it. */
export function TimelineTab() {
  const messages = useSteadyMessages();
  const skills = useWorkspace((state) => state.view.discovery.skills);
  const events = useMemo(() => timelineOf(messages, skills), [messages, skills]);
  const { shown, hidden, showEarlier } = useLatest(events, eventsAtOnce);
  if (events.length === 0) {
    return (
      <EmptyState title="Nothing has happened yet">Messages, activations and reads appear here in order.</EmptyState>
    );
  }
  return (
    <div className={styles.timeline}>
      <ShowEarlier hidden={hidden} noun="event" onShow={showEarlier} />
      <ol className={styles.events} start={hidden + 1}>
        {shown.map((event, index) => (
          // Events only ever grow at the end, so a place is an identity.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Event key={hidden + index} event={event} />
        ))}
      </ol>
    </div>
  );
}

function Event({ event: { at, tier, text, verbatim, path } }: { event: TimelineEvent }) {
  const { openFile } = useActions();
  return (
    <li className={styles.event}>
      <span className={styles.mark}>{tier ? <Tier tier={tier} size="small" /> : <span className={styles.dot} />}</span>
      <span className={styles.what}>
        {text}{" "}
        {path !== undefined ? (
          <Button
            variant="link"
            title={visibleName(`Open ${path}`)}
            className={styles.link}
            onClick={() => openFile(path)}
          >
            <code>{verbatim}</code>
          </Button>
        ) : (
          verbatim !== undefined && <code>{verbatim}</code>
        )}
      </span>
      {at !== undefined && <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>}
    </li>
  );
}
