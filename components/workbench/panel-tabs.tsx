import { FileText, GraduationCap, Layers, MessageSquare, Sparkles } from "lucide-react";
import type { KeyboardEvent } from "react";
import { tabAfter } from "#components/ui/tabs.tsx";
import type { PanelId } from "#components/workspace/shown-context.tsx";
import { useHasLesson } from "#components/workspace/workspace-context.tsx";
import styles from "./panel-tabs.module.css";

const lessonPanel = { id: "lesson", label: "Lesson", Icon: GraduationCap } as const;

const labPanels = [
  { id: "skills", label: "Skills", Icon: Sparkles },
  { id: "files", label: "Files", Icon: FileText },
  { id: "chat", label: "Chat", Icon: MessageSquare },
  { id: "context", label: "Context", Icon: Layers },
] as const;

/** At the bottom of a phone: which panel shows. */
export function PanelTabs({ current, onChange }: { current: PanelId; onChange: (panel: PanelId) => void }) {
  const hasLesson = useHasLesson();
  const panels = hasLesson ? [lessonPanel, ...labPanels] : labPanels;
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const next = tabAfter(event.key, panels, current);
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-panel="${next.id}"]`)?.focus();
  }
  return (
    <nav className={styles.bar} aria-label="Panels">
      <div role="tablist" aria-label="Panels" className={styles.tabs} onKeyDown={onKeyDown}>
        {panels.map(({ id, label, Icon }) => (
          <button
            key={id}
            type="button"
            role="tab"
            data-panel={id}
            aria-selected={id === current}
            tabIndex={id === current ? 0 : -1}
            onClick={() => onChange(id)}
          >
            <Icon size={18} aria-hidden />
            {label}
          </button>
        ))}
      </div>
    </nav>
  );
}
