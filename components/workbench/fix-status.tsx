import { Wrench } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/text/visible-text.tsx";
import { useFollows } from "#components/workspace/use-follows.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { LastFix } from "#lib/workspace/state.ts";
import styles from "./status-bar.module.css";

/** What the last quick fix did, with the way back. */
export function FixStatus() {
  const { undoFix } = useActions();
  const follows = useFollows();
  const lastFix = useWorkspace((state) => state.lastFix);
  if (!lastFix) return null;
  return (
    <span className={styles.fix} data-fix="">
      <Wrench size={12} aria-hidden />
      <span className={styles.fixText}>
        <VisibleName text={fixText(lastFix)} />
      </span>
      {lastFix.state === "applied" && !follows && (
        <Button variant="link" className={styles.undo} onClick={() => void undoFix()}>
          Undo
        </Button>
      )}
    </span>
  );
}

/** The same for screen readers: always in the page, since a region that comes with its text is not read out. */
export function FixAnnouncer() {
  const lastFix = useWorkspace((state) => state.lastFix);
  return (
    <p role="status" className="unseen" aria-label="Quick fix">
      {lastFix && fixText(lastFix)}
    </p>
  );
}

function fixText({ verb, label, state }: LastFix): string {
  return state === "applied" ? `${verb}: ${label}` : `Undone: ${label}`;
}
