import { ArrowRight, Columns3, Eye, FileText, MessageSquare, Pencil, Sparkles, Terminal } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useShowConversation, useShowPanel } from "#components/workspace/shown-context.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Action } from "#lib/lesson/lesson.ts";
import { actionLabel } from "#lib/lesson/read-blocks.ts";
import { resolvePath } from "#lib/vfs/paths.ts";
import { place } from "#lib/workspace/tree/place.ts";
import { CodeText } from "./code-text.tsx";
import styles from "./lesson.module.css";

/** The same that the header opens. */
const CompareDialog = fetchedDialog(async () => (await import("#components/compare/compare-dialog.tsx")).CompareDialog);

const icons = {
  open: FileText,
  select: Sparkles,
  insert: Pencil,
  replace: Pencil,
  prompt: MessageSquare,
  command: Terminal,
  profile: ArrowRight,
  compare: Columns3,
  reveal: Eye,
  report: FileText,
} as const satisfies Record<Action["verb"], typeof FileText>;

/** A button of the lesson. It says what it does, and nothing is sent by it. */
export function ActionButton({ action }: { action: Action }) {
  const isReadOnly = useReadOnlyTab();
  const { said, isComparing, closeCompare, run } = useAction(action);
  const Icon = icons[action.verb];
  const isOnlyShown = action.verb === "open" || action.verb === "select" || action.verb === "compare";
  return (
    <div className={styles.action}>
      <Button disabled={isReadOnly && !isOnlyShown} onClick={() => void run()}>
        <Icon size={15} aria-hidden />
        <span>
          <CodeText text={actionLabel(action)} />
        </span>
      </Button>
      <p role="status" className={styles.near}>
        {said}
      </p>
      {isComparing && (
        <Suspense>
          <CompareDialog onClose={closeCompare} />
        </Suspense>
      )}
    </div>
  );
}

function useAction(action: Action) {
  const { lessonVerb, openFile, selectSkill } = useActions();
  const candidates = useWorkspace((state) => state.view.discovery.candidates);
  const showConversation = useShowConversation();
  const showPanel = useShowPanel();
  const [said, setSaid] = useState<string>();
  const [isComparing, setComparing] = useState(false);
  /** Shows what the action is about; returns what is to be said where it is not there. */
  async function perform(): Promise<string | undefined> {
    switch (action.verb) {
      case "open":
        openFile(resolvePath(place.cwd, action.file), action.line);
        return undefined;
      case "select": {
        const found = candidates.find(({ skill, folder }) => skill?.name === action.skill || folder === action.skill);
        if (!found) return `There is no skill called ${action.skill} here.`;
        selectSkill(found.location);
        showPanel("skills");
        return undefined;
      }
      case "compare":
        setComparing(true);
        return undefined;
      case "reveal":
        return lessonVerb({ do: "solve" });
      case "report":
        return "Reports are opened from the address of a repository.";
      case "prompt":
      case "command":
        showConversation();
    }
    return lessonVerb({ do: "act", action });
  }
  return {
    said,
    isComparing,
    closeCompare: () => setComparing(false),
    run: async () => setSaid(await perform()),
  };
}
