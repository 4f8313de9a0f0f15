import { Suspense, useState } from "react";
import { takeRequestedLine } from "#components/scripts/run-requests.ts";
import { LateStatus } from "#components/ui/empty-state.tsx";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { useAsked } from "#components/workspace/asked-dialog.ts";
import { useShowMiddle } from "#components/workspace/shown-context.tsx";
import styles from "./terminal-place.module.css";

/** Fetched when it is first opened. */
const TerminalPanel = fetchedPart(async () => (await import("./terminal-panel.tsx")).TerminalPanel);

/** The place of the terminal, below what is in the middle: nothing until somebody opens it. */
export function Terminal() {
  const [opened, setOpened] = useState<{ readonly times: number; readonly line: string | undefined }>();
  const showMiddle = useShowMiddle();
  useAsked("terminal", () => {
    // On a phone the middle is one panel of several.
    showMiddle();
    setOpened((before) => ({ times: (before?.times ?? 0) + 1, line: takeRequestedLine() }));
  });
  if (!opened) return null;
  return (
    <div className={styles.place}>
      <Suspense fallback={<LateStatus>Opening the terminal …</LateStatus>}>
        <TerminalPanel request={opened} onClose={() => setOpened(undefined)} />
      </Suspense>
    </div>
  );
}
