import type { ReactNode } from "react";
import { readOnlyTabText } from "#lib/failure-text.ts";
import { draftKey } from "#lib/state/drafts.ts";
import type { StorageState, WorkspaceState } from "#lib/state/state.ts";
import styles from "./changes.module.css";
import { useWorkspace } from "./workspace-context.tsx";

type Memory = Extract<StorageState, { kind: "memory" }>;

/** Why unsaved work is in this tab only and would be lost with it; `undefined` if nothing would be lost. */
export function useUnsaved(): Memory | undefined {
  return useWorkspace(unsavedIn);
}

function unsavedIn({ storage, drafts }: WorkspaceState): Memory | undefined {
  if (storage.kind !== "memory") return undefined;
  // If the browser stores nothing at all, the status bar says so; the alert is for work that would be lost.
  return storage.canTryAgain || storage.unsaved.size > 0 || drafts.size > 0 ? storage : undefined;
}

/** Why unsaved edits of one file would be lost; `undefined` if they would not. */
export function useUnsavedFile(path: string): Memory | undefined {
  return useWorkspace(({ storage, files }) =>
    storage.kind === "memory" && storage.unsaved.has(draftKey(files, path)) ? storage : undefined,
  );
}

/** Whether this tab is read-only because another tab saves the workspace; the status bar says so. */
export function useReadOnlyTab(): boolean {
  return useWorkspace((state) => state.storage.kind === "elsewhere");
}

/** Wraps controls that change the workspace. In a read-only tab they are disabled, with the reason above them. */
export function Changes({ children }: { children: ReactNode }) {
  const isReadOnly = useReadOnlyTab();
  return (
    <>
      {isReadOnly && <p className={styles.why}>{readOnlyTabText}</p>}
      <fieldset className={styles.changes} disabled={isReadOnly}>
        {children}
      </fieldset>
    </>
  );
}
