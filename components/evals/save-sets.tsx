import { useMemo, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import runForm from "#components/ui/run-form.module.css";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useDownload } from "#components/workspace/use-download.ts";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { type ChangedSet, changedSets } from "#lib/evals/formats/open-sets.ts";
import type { EvalRequest } from "#lib/evals/requests.ts";
import { failureOrThrow } from "#lib/failure.ts";
import { failureText } from "#lib/failure-text.ts";
import { basename } from "#lib/vfs/paths.ts";
import type { Adding } from "./adding.ts";
import styles from "./evals.module.css";

interface SaveSetsProps {
  readonly adding: Adding;
  readonly requests: readonly EvalRequest[];
  readonly disabled: boolean;
}

/** A button for each file whose requests have changed since it was read: writes the changes and leaves the rest of the file alone. */
export function SaveSets({ adding, requests, disabled }: SaveSetsProps) {
  const { sets, saved } = adding.read;
  const [note, setNote] = useState("");
  const changed = useMemo(() => changedSets(sets, requests), [sets, requests]);
  if (sets.length === 0) return null;
  return (
    <>
      {changed.length > 0 && (
        <div className={styles.tools}>
          {changed.map((each) => (
            <SaveSet
              key={each.set.name}
              changed={each}
              isHere={sets.some(({ name, isHere }) => name === each.set.name && isHere)}
              disabled={disabled}
              onSaved={(sentence) => {
                setNote(sentence);
                for (const file of sets) if (file.name === each.set.name) saved(file, each.text);
              }}
              onFailed={setNote}
            />
          ))}
        </div>
      )}
      <p role="status" className={runForm.said}>
        {note}
      </p>
    </>
  );
}

interface SaveSetProps {
  readonly changed: ChangedSet;
  /** Whether the file is in the workspace. */
  readonly isHere: boolean;
  readonly disabled: boolean;
  readonly onSaved: (sentence: string) => void;
  readonly onFailed: (sentence: string) => void;
}

function SaveSet({ changed: { set, text, lost }, isHere, disabled, onSaved, onFailed }: SaveSetProps) {
  const { saveSet } = useActions();
  const isReadOnly = useReadOnlyTab();
  const name = basename(set.name);
  const download = useDownload(async () => new File([text], name));
  async function save() {
    try {
      if (isHere) await saveSet(set.name, text);
      else await download.start();
      onSaved([isHere ? `Saved as a change in this workspace: ${set.name}.` : `${name} is saved.`, ...lost].join(" "));
    } catch (caught) {
      onFailed(failureText(failureOrThrow(caught)));
    }
  }

  return (
    <Button size="small" disabled={disabled || (isHere && isReadOnly)} onClick={() => void save()}>
      Save <VisibleName text={name} />
    </Button>
  );
}
