import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useAsked } from "#components/workspace/asked-dialog.ts";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { isPinned } from "#lib/share/link.ts";
import { isUnverified } from "#lib/state/mount.ts";
import { isOpening, type WorkspaceState } from "#lib/state/state.ts";
import styles from "./sources-button.module.css";

/** Fetched when it is first opened. */
const SourcesDialog = fetchedDialog(async () => (await import("./sources-dialog.tsx")).SourcesDialog);

/** The mounted sources in short; opens the list of sources. */
export function SourcesButton() {
  const title = useWorkspace(titleOf);
  const mounts = useWorkspace((state) => state.mounts);
  const [isOpen, setOpen] = useState(false);
  useAsked("sources", () => setOpen(true));
  const [first, ...more] = mounts;
  const isDoubted = mounts.some(isUnverified);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        title="Sources of this workspace"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <VisibleName as="span" className={styles.title} text={title} />
        {first?.commit && <code className={styles.commit}>@{first.commit.slice(0, 7)}</code>}
        {first && !isDoubted && isPinned(first.source) && first.commit && <Tag>pinned</Tag>}
        {isDoubted && <Tag tone="bad">imported, not verified</Tag>}
        {more.length > 0 && <Tag>+{more.length} more</Tag>}
        <ChevronDown size={14} aria-hidden />
      </button>
      {isOpen && <SourcesDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** The workspace's name, or the one it will get; a placeholder while it has no source. */
function titleOf(state: WorkspaceState): string {
  const { title, mounts, activity } = state;
  const known = title || mounts[0]?.label;
  if (known) return known;
  if (!isOpening(state)) return "New workspace";
  return activity.kind === "cloning" ? activity.label : "Opening…";
}
