import { useState } from "react";
import { ConfirmDialog } from "#components/ui/dialog.tsx";
import { formatBytes } from "#lib/format-count.ts";
import { withCourses } from "#lib/keeping/kept-courses.ts";
import type { StorageOutlook } from "#lib/storage/persistence.ts";
import { type StoredWorkspace, standingOf } from "#lib/storage/storage-shapes.ts";
import { AsideItem } from "./aside-item.tsx";
import { CourseListItem } from "./course-list-item.tsx";
import { ImportButton } from "./import-button.tsx";
import styles from "./link-card.module.css";
import { useStoredWorkspaces } from "./use-stored-workspaces.ts";
import { NewerWorkspace, WorkspaceListItem } from "./workspace-list-item.tsx";

/** The workspaces kept in this browser, last used first, and a button to import one from a file. */
export function WorkspaceList() {
  const { workspaces, aside, outlook, note, remove, removeAside } = useStoredWorkspaces();
  const [leaving, setLeaving] = useState<StoredWorkspace>();
  const isEmpty = workspaces?.length === 0 && aside.length === 0;
  const titleOf = (id: string) => workspaces?.find((workspace) => workspace.id === id)?.title || id;
  return (
    <>
      {note && <p className={styles.note}>{note}</p>}
      {isEmpty && !note && <p className={styles.note}>What you open is saved in this browser and listed here.</p>}
      <ul role="list" className={styles.list}>
        {workspaces && <Listing workspaces={workspaces} onDelete={setLeaving} />}
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
    </>
  );
}

interface ListingProps {
  readonly workspaces: readonly StoredWorkspace[];
  readonly onDelete: (workspace: StoredWorkspace) => void;
}

/** Lists each workspace; the lessons of one course share an item. */
function Listing({ workspaces, onDelete }: ListingProps) {
  const isNewer = (workspace: StoredWorkspace) => standingOf(workspace, workspace.id) === "newer";
  return (
    <>
      {withCourses(workspaces.filter((workspace) => !isNewer(workspace))).map((listed) =>
        listed.kind === "course" ? (
          <CourseListItem key={listed.course.workshop} course={listed.course} onDelete={onDelete} />
        ) : (
          <WorkspaceListItem
            key={listed.workspace.id}
            workspace={listed.workspace}
            onDelete={() => onDelete(listed.workspace)}
          />
        ),
      )}
      {workspaces.filter(isNewer).map(({ id, title }) => (
        <NewerWorkspace key={id} title={title} />
      ))}
    </>
  );
}

function outlookText({ lasting, used, available }: StorageOutlook): string {
  const how = lasting ? "Kept until you delete it." : "The browser may delete it when space is low.";
  const size = used !== undefined && available ? `${formatBytes(used)} of ${formatBytes(available)} used` : "Saved";
  return `${size} in this browser. ${how}`;
}

interface DeleteDialogProps {
  readonly workspace: StoredWorkspace;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** Asks before a workspace is deleted for good. */
function DeleteDialog({ workspace, onClose, onDelete }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={`Delete ${workspace.title || "workspace"}`}
      verb="Delete"
      onConfirm={onDelete}
      onClose={onClose}
    >
      <p>
        This deletes its files, your changes and its conversations from this browser. The source itself is not touched.
      </p>
    </ConfirmDialog>
  );
}
