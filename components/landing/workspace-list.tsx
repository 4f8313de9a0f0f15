"use client";

import { useState } from "react";
import { formatBytes } from "#components/ui/format.ts";
import type { StorageOutlook } from "#lib/storage/lasting-storage.ts";
import { type StoredWorkspace, standingOf } from "#lib/storage/storage-shapes.ts";
import { AsideItem } from "./aside-item.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { ImportButton } from "./import-button.tsx";
import styles from "./link-card.module.css";
import { useStoredWorkspaces } from "./use-stored-workspaces.ts";
import { NewerWorkspace, WorkspaceListItem } from "./workspace-list-item.tsx";

/** Workspaces kept in this browser, the last used first, and the way in for one that was saved as a file. */
export function WorkspaceList() {
  const { workspaces, aside, outlook, note, remove, removeAside } = useStoredWorkspaces();
  const [leaving, setLeaving] = useState<StoredWorkspace>();
  const isEmpty = workspaces?.length === 0 && aside.length === 0;
  const titleOf = (id: string) => workspaces?.find((workspace) => workspace.id === id)?.title || id;
  return (
    <section aria-labelledby="workspaces">
      <h2 id="workspaces" className={styles.heading}>
        Your workspaces
      </h2>
      {note && <p className={styles.note}>{note}</p>}
      {isEmpty && !note && <p className={styles.note}>What you open is kept in this browser and listed here.</p>}
      <ul role="list" className={styles.list}>
        {workspaces?.map((workspace) =>
          standingOf(workspace, workspace.id) === "newer" ? (
            <NewerWorkspace key={workspace.id} title={workspace.title} />
          ) : (
            <WorkspaceListItem key={workspace.id} workspace={workspace} onDelete={() => setLeaving(workspace)} />
          ),
        )}
        {aside.map((one) => (
          <AsideItem
            key={one.workspaceId}
            aside={one}
            name={titleOf(one.workspaceId)}
            onDelete={() => void removeAside(one)}
          />
        ))}
      </ul>
      <div className={styles.after}>
        {workspaces && !isEmpty && outlook && <p>{outlookText(outlook)}</p>}
        <ImportButton />
      </div>
      {leaving && (
        <DeleteDialog
          workspace={leaving}
          onClose={() => setLeaving(undefined)}
          onDelete={() => {
            void remove(leaving.id);
            setLeaving(undefined);
          }}
        />
      )}
    </section>
  );
}

function outlookText({ lasting, used, available }: StorageOutlook): string {
  const how = lasting ? "kept until you delete it" : "the browser may remove it when space is short";
  const size = used !== undefined && available ? ` (${formatBytes(used)} of ${formatBytes(available)})` : "";
  return `In this browser${size}: ${how}.`;
}
