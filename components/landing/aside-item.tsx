import { useState } from "react";
import { rawFile } from "#components/share/raw-file.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/dialog.tsx";
import { SaveButton } from "#components/workspace/save-button.tsx";
import { useDownload } from "#components/workspace/use-download.ts";
import type { AsideRecords } from "#lib/storage/storage-aside.ts";
import styles from "./link-card.module.css";

interface AsideItemProps {
  readonly aside: AsideRecords;
  /** The workspace's title. */
  readonly name: string;
  readonly onDelete: () => void;
}

/** Damaged records that were set aside, of a part or of a whole workspace: download as they are, or delete. */
export function AsideItem({ aside, name, onDelete }: AsideItemProps) {
  const download = useDownload(() => rawFile(aside));
  const [isLeaving, setLeaving] = useState(false);
  return (
    <li className={styles.card}>
      <strong className={styles.name}>{name}</strong>
      <span className={styles.text}>
        {aside.isWhole
          ? "This workspace's saved data is damaged and was set aside. Other workspaces are not affected."
          : "Damaged parts of this workspace were set aside. The rest opens."}
      </span>
      <span className={styles.actions}>
        <SaveButton size="small" aria-label={`Download raw: ${name}`} download={download}>
          Download raw
        </SaveButton>
        <Button size="small" aria-label={`Delete damaged data of ${name}`} onClick={() => setLeaving(true)}>
          Delete
        </Button>
      </span>
      {isLeaving && (
        <ConfirmDialog title="Delete damaged data" verb="Delete" onConfirm={onDelete} onClose={() => setLeaving(false)}>
          <p>
            {aside.isWhole
              ? "This deletes everything the browser keeps of this workspace: files, changes and conversations, readable or not."
              : "This deletes the damaged parts from this browser. The workspace stays."}
          </p>
        </ConfirmDialog>
      )}
    </li>
  );
}
