import { FileText, Layers, MessageSquare, Sparkles } from "lucide-react";
import styles from "./panel-tabs.module.css";
import type { PanelId } from "./use-shown.ts";

const panels = [
  { id: "skills", label: "Skills", Icon: Sparkles },
  { id: "files", label: "Files", Icon: FileText },
  { id: "chat", label: "Chat", Icon: MessageSquare },
  { id: "context", label: "Context", Icon: Layers },
] as const;

/** At the bottom of a phone: which panel shows. */
export function PanelTabs({ current, onChange }: { current: PanelId; onChange: (panel: PanelId) => void }) {
  return (
    <nav className={styles.tabs} aria-label="Panels">
      {panels.map(({ id, label, Icon }) => (
        <button key={id} type="button" aria-current={id === current ? "true" : undefined} onClick={() => onChange(id)}>
          <Icon size={18} aria-hidden />
          {label}
        </button>
      ))}
    </nav>
  );
}
