import { ChevronDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Tag } from "#components/ui/tag.tsx";
import { useWorkspace } from "#components/workbench/workspace-context.tsx";
import { isPinned } from "#lib/share/link.ts";
import styles from "./sources-button.module.css";

/** Fetched when it is first opened. */
const SourcesDialog = lazy(async () => ({ default: (await import("./sources-dialog.tsx")).SourcesDialog }));

/** What is mounted, in short; opens the list of sources. */
export function SourcesButton() {
  const title = useWorkspace((state) => state.title);
  const mounts = useWorkspace((state) => state.mounts);
  const [isOpen, setOpen] = useState(false);
  const [first, ...more] = mounts;
  return (
    <>
      <button type="button" className={styles.button} title="Sources of this workspace" onClick={() => setOpen(true)}>
        <span className={styles.title}>{title || first?.label || "New workspace"}</span>
        {first?.commit && <code className={styles.commit}>@{first.commit.slice(0, 7)}</code>}
        {first && isPinned(first.source) && first.commit && <Tag>pinned</Tag>}
        {more.length > 0 && <Tag>+{more.length} more</Tag>}
        <ChevronDown size={14} aria-hidden />
      </button>
      {isOpen && (
        <Suspense>
          <SourcesDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
