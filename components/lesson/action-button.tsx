import { ArrowRight, Columns3, Eye, FileText, MessageSquare, Pencil, Sparkles, Terminal } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { apart } from "#components/workspace/asked-dialog.ts";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useShowConversation, useShowPanel } from "#components/workspace/shown-context.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import { actionWords } from "#lib/lesson/action-words.ts";
import type { Action } from "#lib/lesson/lesson.ts";
import { place } from "#lib/stage/place.ts";
import { resolvePath } from "#lib/vfs/paths.ts";
import { CodeText } from "./code-text.tsx";
import styles from "./lesson.module.css";

/** The same dialog as the one that the header opens. */
const CompareDialog = fetchedDialog(async () => (await import("#components/compare/compare-dialog.tsx")).CompareDialog);
const ReportDialog = fetchedDialog(async () => (await import("#components/report/report-dialog.tsx")).ReportDialog);

/** Verbs that change nothing, which are allowed in a read-only tab too. */
const showing: readonly Action["verb"][] = ["open", "select", "compare", "report"];

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

/** Describes what an action does. The author's own words, if any, stand above it. */
function ActionText({ action }: { action: Action }) {
  const profileId = useWorkspace((state) => state.profileId);
  const does = <CodeText text={actionWords(action, profileById(profileId))} />;
  if (action.says === undefined) return <span>{does}</span>;
  return (
    <span>
      <CodeText text={action.says} /> <span className={styles.does}>{does}</span>
    </span>
  );
}

/** Describes an action for a live room: which button learners have to press, without the button itself. */
export function ToldAction({ action }: { action: Action }) {
  const Icon = icons[action.verb];
  return (
    <p className={styles.told}>
      <Icon size={18} className={styles.toldIcon} aria-hidden />
      <ActionText action={action} />
    </p>
  );
}

/** A button of a lesson. Its text says what it does, whatever the lesson's author wrote, and it never sends anything. */
export function ActionButton({ action }: { action: Action }) {
  const isReadOnly = useReadOnlyTab();
  const mountId = useWorkspace(({ lesson }) => lesson?.mountId);
  const { said, dialog, closeDialog, run } = useAction(action);
  const Icon = icons[action.verb];
  return (
    <div className={styles.action}>
      <Button disabled={isReadOnly && !showing.includes(action.verb)} onClick={() => void run()}>
        <Icon size={15} aria-hidden />
        <ActionText action={action} />
      </Button>
      <p role="status" className={styles.near}>
        {said}
      </p>
      {dialog &&
        apart(
          dialog.verb === "compare" ? (
            <CompareDialog {...(dialog.profiles.length > 0 && { wanted: dialog.profiles })} onClose={closeDialog} />
          ) : (
            <ReportDialog mountId={mountId} onClose={closeDialog} onShown={() => undefined} />
          ),
        )}
    </div>
  );
}

function useAction(action: Action) {
  const { lessonVerb, openFile, selectSkill } = useActions();
  const candidates = useWorkspace((state) => state.view.discovery.candidates);
  const files = useWorkspace((state) => state.files);
  const showConversation = useShowConversation();
  const showPanel = useShowPanel();
  const [said, setSaid] = useState<string>();
  const [dialog, setDialog] = useState<Extract<Action, { verb: "compare" | "report" }>>();
  /** Performs the action; resolves to a sentence for the person if its target does not exist. */
  async function perform(): Promise<string | undefined> {
    switch (action.verb) {
      case "open": {
        const path = resolvePath(place.cwd, action.file);
        if (!files.stat(path)) return `There is no file ${action.file} here.`;
        openFile(path, action.line, action.endLine);
        return undefined;
      }
      case "select": {
        const found = candidates.find(({ skill, folder }) => skill?.name === action.skill || folder === action.skill);
        if (!found) return `There is no skill called ${action.skill} here.`;
        selectSkill(found.location);
        showPanel("skills");
        return undefined;
      }
      case "compare":
      case "report":
        setDialog(action);
        return undefined;
      case "reveal":
        return lessonVerb({ do: "solve" });
      case "prompt":
      case "command":
        showConversation();
    }
    return lessonVerb({ do: "act", action });
  }
  return {
    said,
    dialog,
    closeDialog: () => setDialog(undefined),
    run: async () => setSaid(await perform()),
  };
}
