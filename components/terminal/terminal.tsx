import { useEffect, useState } from "react";
import { onExpectedRun, takeRequestedLine } from "#components/scripts/run-requests.ts";
import { LateStatus } from "#components/ui/empty-state.tsx";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { useAsked } from "#components/workspace/asked-dialog.ts";
import { useShowMiddle } from "#components/workspace/shown-context.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import styles from "./terminal-place.module.css";

/** Fetched when the terminal is opened, or is about to be. */
const TerminalPanel = fetchedPart(async () => (await import("./terminal-panel.tsx")).TerminalPanel, {
  Waiting: () => <LateStatus>Opening the terminal…</LateStatus>,
});

/** Milliseconds before a note says that the panel is loading. */
const soon = 200;

/** Milliseconds for which a frame is kept for somebody who only reads a script, or moved near its button. */
const patience = 10_000;

/** The terminal's place, below the middle; empty until somebody opens it. */
export function Terminal() {
  const [opened, setOpened] = useState<{ readonly times: number; readonly line: string | undefined }>();
  const showMiddle = useShowMiddle();
  useExpectedRuns(opened !== undefined);
  const open = async (line: string | undefined) => {
    await Promise.race([TerminalPanel.prefetch(), new Promise((late) => setTimeout(late, soon))]);
    setOpened((before) => ({ times: (before?.times ?? 0) + 1, line }));
  };
  useAsked("terminal", () => {
    // On a phone the middle is one panel of several, so it is brought to the front.
    showMiddle();
    void open(takeRequestedLine());
  });
  if (!opened) return null;
  return (
    <div className={styles.place}>
      <TerminalPanel request={opened} onClose={() => setOpened(undefined)} />
    </div>
  );
}

/** Prepares a runner when somebody is about to run a script, and releases it if they do not. */
function useExpectedRuns(isOpen: boolean): void {
  const { prepareRun, restRun } = useActions();
  useEffect(() => {
    let resting: ReturnType<typeof setTimeout> | undefined;
    const end = onExpectedRun((language, onlyKept) => {
      void TerminalPanel.prefetch();
      prepareRun(language, onlyKept);
      clearTimeout(resting);
      if (!isOpen) resting = setTimeout(restRun, patience);
    });
    return () => {
      end();
      clearTimeout(resting);
    };
  }, [isOpen, prepareRun, restRun]);
}
