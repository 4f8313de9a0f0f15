import { FileText, Folder, GraduationCap, Layers, type LucideIcon, MessageSquare, Sparkles } from "lucide-react";
import type { KeyboardEvent } from "react";
import { tabAfter } from "#components/ui/tabs.tsx";
import type { PanelId } from "#components/workspace/shown-context.tsx";
import { useActions, useHasLesson, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { openPaths } from "#lib/state/open-files.ts";
import styles from "./panel-tabs.module.css";

interface PanelTab {
  readonly id: PanelId;
  readonly label: string;
  readonly Icon: LucideIcon;
}

const panels: readonly PanelTab[] = [
  { id: "lesson", label: "Lesson", Icon: GraduationCap },
  { id: "skills", label: "Skills", Icon: Sparkles },
  { id: "files", label: "Files", Icon: Folder },
  { id: "file", label: "File", Icon: FileText },
  { id: "chat", label: "Chat", Icon: MessageSquare },
  { id: "context", label: "Context", Icon: Layers },
];

/** The tabs at the bottom of a phone: which panel shows. A lesson and an open file have a tab only if there is one. */
export function PanelTabs({ current, onChange }: { current: PanelId; onChange: (panel: PanelId) => void }) {
  const hasLesson = useHasLesson();
  const { openFile } = useActions();
  const selection = useWorkspace((state) => state.selection);
  const lastOpened = openPaths(selection).at(-1);
  const isThere = ({ id }: PanelTab) => (id === "lesson" ? hasLesson : id !== "file" || lastOpened !== undefined);
  const tabs = panels.filter(isThere);
  function show(panel: PanelId) {
    // After a step back in the history, files are still open in tabs, but none is selected.
    if (panel === "file" && !selection.file && lastOpened !== undefined) openFile(lastOpened);
    else onChange(panel);
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const next = tabAfter(event.key, tabs, current);
    if (!next) return;
    event.preventDefault();
    show(next.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-panel="${next.id}"]`)?.focus();
  }
  return (
    <nav className={styles.bar} aria-label="Panels">
      <div role="tablist" aria-label="Panels" className={styles.tabs} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label, Icon }) => (
          <button
            key={id}
            type="button"
            role="tab"
            data-panel={id}
            aria-selected={id === current}
            tabIndex={id === current ? 0 : -1}
            onClick={() => show(id)}
          >
            <Icon size={18} aria-hidden />
            {label}
          </button>
        ))}
      </div>
    </nav>
  );
}
