"use client";

import { Trash2 } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { formatBytes } from "#components/ui/format.ts";
import { failureOf } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { openStorage, type StoredWorkspace } from "#lib/vfs/persistence.ts";
import { formatDay } from "./format-day.ts";
import styles from "./link-card.module.css";

/** Workspaces kept in this browser, the last used first. */
export function WorkspaceList() {
  const { workspaces, note, remove } = useStoredWorkspaces();
  const [leaving, setLeaving] = useState<StoredWorkspace>();
  return (
    <section aria-labelledby="workspaces">
      <h2 id="workspaces" className={styles.heading}>
        Your workspaces
      </h2>
      {note && <p className={styles.note}>{note}</p>}
      <ul role="list" className={styles.list}>
        {workspaces.map((workspace) => (
          <li key={workspace.id} className={`${styles.card} ${styles.removable}`}>
            <Link href={workspace.id} prefetch={false} className={styles.link}>
              {workspace.title || "Untitled"}
            </Link>
            <span className={styles.text}>
              {formatDay(workspace.usedAt)} · {formatBytes(workspace.byteCount)}
            </span>
            <IconButton
              label={`Delete ${workspace.title}`}
              size="small"
              className={styles.remove}
              onClick={() => setLeaving(workspace)}
            >
              <Trash2 size={14} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
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

function useStoredWorkspaces() {
  const [workspaces, setWorkspaces] = useState<readonly StoredWorkspace[]>([]);
  const [note, setNote] = useState("");
  async function attempt(work: () => Promise<void>) {
    try {
      await work();
    } catch (caught) {
      const failure = failureOf(caught);
      if (!failure) throw caught;
      setNote(failureParts(failure).what);
    }
  }
  async function load() {
    const stored = await (await openStorage()).list();
    setWorkspaces([...stored].sort((a, b) => b.usedAt - a.usedAt));
    setNote(stored.length === 0 ? "What you open is kept in this browser and listed here." : "");
  }
  async function remove(id: string) {
    await attempt(async () => {
      await (await openStorage()).remove(id);
      await load();
    });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the page stands
  useEffect(() => void attempt(load), []);
  return { workspaces, note, remove };
}

interface DeleteDialogProps {
  readonly workspace: StoredWorkspace;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

function DeleteDialog({ workspace, onClose, onDelete }: DeleteDialogProps) {
  return (
    <Dialog
      title={`Delete ${workspace.title || "workspace"}`}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" onClick={onDelete}>
            Delete
          </Button>
        </>
      }
    >
      <p>
        Its files, your changes to them and its conversation go from this browser. Where it came from is not touched.
      </p>
    </Dialog>
  );
}
