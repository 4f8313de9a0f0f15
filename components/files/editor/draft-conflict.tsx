import { CircleAlert } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { useFollows } from "#components/workspace/use-follows.ts";
import { useActions } from "#components/workspace/workspace-context.tsx";
import type { Draft } from "#lib/workspace/state.ts";
import styles from "./file-editor.module.css";
import { ShowChanges } from "./show-changes.tsx";

interface DraftConflictProps {
  readonly path: string;
  readonly draft: Draft;
  /** What the file is now; absent where there is none any more. */
  readonly disk: string | undefined;
}

/** Says that the file became something else while it was being edited, and lets its person choose. */
export function DraftConflict({ path, draft, disk }: DraftConflictProps) {
  const { dropDraft, keepDraft } = useActions();
  const follows = useFollows();
  return (
    <div className={styles.note}>
      <CircleAlert size={14} aria-hidden />
      <p role="alert">
        {disk === undefined
          ? "There is no file here any more. Saving would make it anew."
          : "The file has changed while you were editing it. Saving would replace that."}
      </p>
      <ShowChanges
        label="Compare both"
        path={path}
        left={{ label: "Theirs", text: disk ?? "" }}
        right={{ label: "Mine", text: draft.text }}
      />
      <Button size="small" disabled={follows} onClick={() => void keepDraft(path)}>
        Keep mine
      </Button>
      <Button size="small" disabled={follows} onClick={() => void dropDraft(path)}>
        Take theirs
      </Button>
    </div>
  );
}
