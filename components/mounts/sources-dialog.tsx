import { MenuDialog } from "#components/ui/menu-dialog.tsx";
import { Changes } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { ActivityNote } from "./activity/activity-note.tsx";
import { SourceBox } from "./adding/source-box.tsx";
import { UploadButtons } from "./adding/upload-buttons.tsx";
import { useMount } from "./adding/use-mount.ts";
import { MountRow } from "./mount-row.tsx";
import styles from "./sources-dialog.module.css";

/** The mounted sources, and the box to mount more. */
export function SourcesDialog({ onClose }: { onClose: () => void }) {
  const mounts = useWorkspace((state) => state.mounts);
  const activity = useWorkspace((state) => state.activity);
  const unopened = useWorkspace((state) => state.unopened);
  const { placeMount } = useActions();
  const mount = useMount(onClose);
  return (
    <MenuDialog title="Sources" onClose={onClose}>
      <Changes>
        {activity.kind === "undoable" && <ActivityNote activity={activity} />}
        {mounts.length > 0 && (
          <ul role="list" className={styles.list} aria-label="Mounted">
            {mounts.map((mounted, index) => (
              <MountRow
                key={mounted.id}
                mount={mounted}
                index={index}
                count={mounts.length}
                onPlace={(as, scope) => void placeMount(mounted.id, as, scope)}
                onLeave={onClose}
              />
            ))}
          </ul>
        )}
        <h3 className={styles.heading}>Add a source</h3>
        <SourceBox onOpen={mount} text={activity.kind === "cloning" ? undefined : unopened} />
        <p className={styles.upload}>
          <UploadButtons onPick={mount} />
        </p>
      </Changes>
    </MenuDialog>
  );
}
