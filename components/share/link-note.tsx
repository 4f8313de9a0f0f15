import { Link, X } from "lucide-react";
import { useState } from "react";
import { promiseText } from "#components/ui/site/promise.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { LinkedSource } from "#lib/state/state.ts";
import styles from "./link-note.module.css";
import { LinkedPaths, SourceFacts } from "./linked-source.tsx";
import share from "./share.module.css";

/** One quiet line on a workspace opened from a shared link; unfolds to what the link contained. */
export function LinkNote({ mountId }: { mountId: string }) {
  const { describeLinked, dismissLinked } = useActions();
  const mount = useWorkspace(({ mounts }) => mounts.find(({ id }) => id === mountId));
  const [linked, setLinked] = useState<LinkedSource>();
  if (!mount) return null;
  return (
    <div className={styles.note}>
      <details onToggle={({ currentTarget: { open } }) => setLinked(open ? describeLinked() : undefined)}>
        <summary>
          <Link size={13} aria-hidden />
          Opened from a link <VisibleName as="span" className={styles.label} text={mount.label} />
        </summary>
        {linked && (
          <div className={`${styles.facts} ${share.form}`}>
            <p className={share.note}>{promiseText}</p>
            <SourceFacts linked={linked} />
            <LinkedPaths linked={linked} heading="h2" />
          </div>
        )}
      </details>
      <button
        type="button"
        className={styles.dismiss}
        aria-label="Dismiss the note about the link"
        onClick={dismissLinked}
      >
        <X size={14} aria-hidden />
      </button>
    </div>
  );
}
