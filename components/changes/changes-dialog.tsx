import { Undo2 } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { Changes } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { plural } from "#lib/format-count.ts";
import type { Written } from "#lib/state/changes.ts";
import { ChangedFile } from "./changed-file.tsx";
import lists from "./changed-files.module.css";
import styles from "./changes.module.css";
import { HandBack, type HandBackProps } from "./hand-back.tsx";

/** The most changes of a source that are shown unfolded. */
const openAtFirst = 3;

/** Everything that a person has changed, by source: to look at it, to revert it, and to hand it to the source's author. */
export function ChangesDialog({ onClose }: { onClose: () => void }) {
  const { ownChanges } = useActions();
  const files = useWorkspace((state) => state.files);
  const isComing = useWorkspace((state) => state.deliveries.size > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared anew whenever a file has changed
  const changed = useMemo(() => ownChanges(), [files, isComing, ownChanges]);
  // Not kept with its source, which is no longer listed once the folder that it follows has all changes.
  const [written, setWritten] = useState<Written>();
  return (
    <Dialog title="Changes" size="wide" onClose={onClose} footer={<LastUndone />}>
      <Changes>
        <div className={styles.all}>
          <p role="status" className={styles.outcome}>
            {written && (
              <>
                {written.count === 0 ? "Nothing to write" : `${plural(written.count, "file")} written`}:{" "}
                <VisibleName text={written.folder} /> has the changes.
              </>
            )}
          </p>
          {isComing && <p role="status">Some files are still loading. Your changes to them appear once they arrive.</p>}
          {changed.length === 0 && !isComing && <p>No changes. Edit a file and it appears here.</p>}
          {changed.map((each) => (
            <ChangedSource key={each.mountId} changed={each} onLeave={onClose} onWritten={setWritten} />
          ))}
        </div>
      </Changes>
    </Dialog>
  );
}

interface ChangedSourceProps extends HandBackProps {
  readonly onLeave: () => void;
}

function ChangedSource({ changed, onLeave, onWritten }: ChangedSourceProps) {
  const { label, commit, changes, at } = changed;
  return (
    <section className={styles.source} aria-label={`Changes of ${label}`}>
      <h3>
        <VisibleName text={label} /> {commit && <code>@{commit.slice(0, 7)}</code>}{" "}
        <span>{plural(changes.length, "file")}</span>
      </h3>
      <HandBack changed={changed} onWritten={onWritten} />
      <ul role="list" className={lists.files}>
        {changes.map((change, index) => (
          <ChangedFile
            // A link that became a file makes two changes at the same path.
            key={`${change.path} ${change.now ? "" : "gone"}`}
            at={at}
            change={change}
            number={index + 1}
            isOpen={changes.length <= openAtFirst}
            onLeave={onLeave}
          />
        ))}
      </ul>
    </section>
  );
}

/** The change that was reverted last, with a button to bring it back. */
function LastUndone() {
  const { undoFix } = useActions();
  const lastFix = useWorkspace((state) => state.lastFix);
  return (
    <p className={styles.last}>
      {lastFix ? (
        <>
          <span>
            {lastFix.state === "applied" ? lastFix.verb : "Undone"}: <VisibleName text={lastFix.label} />
          </span>
          {lastFix.state === "applied" && (
            <Button size="small" onClick={() => void undoFix()}>
              <Undo2 size={13} aria-hidden /> Undo
            </Button>
          )}
        </>
      ) : (
        <span>Your changes are kept in this browser. The sources themselves stay as they were.</span>
      )}
    </p>
  );
}
