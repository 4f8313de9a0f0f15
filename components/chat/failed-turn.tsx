import { CircleAlert } from "lucide-react";
import { Suspense, useState } from "react";
import { SettingsDialog } from "#components/settings/settings-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import type { Failure, FailureCode } from "#lib/failure.ts";
import { failureText } from "#lib/failure-text.ts";
import styles from "./answer.module.css";

/** Failures that another model, key or address would mend. */
const settingsHelp: ReadonlySet<FailureCode> = new Set([
  "model-key-missing",
  "model-key-refused",
  "model-unreachable",
  "model-blocked",
  "model-too-long",
]);

/** A turn that came to nothing: what happened, and what can be done. What had arrived stays above. */
export function FailedTurn({ failure }: { failure: Failure }) {
  const { retry } = useActions();
  const isReadOnly = useReadOnlyTab();
  const [settings, setSettings] = useState(false);
  return (
    <div role="alert" className={styles.failed}>
      <CircleAlert size={18} aria-hidden />
      <p>{failureText(failure)}</p>
      <p className={styles.choices}>
        <Button size="small" disabled={isReadOnly} onClick={() => void retry()}>
          Retry
        </Button>
        {settingsHelp.has(failure.code) && (
          <Button size="small" onClick={() => setSettings(true)}>
            Open settings
          </Button>
        )}
      </p>
      {settings && (
        <Suspense>
          <SettingsDialog onClose={() => setSettings(false)} />
        </Suspense>
      )}
    </div>
  );
}
