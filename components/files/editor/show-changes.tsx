import { useMemo, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import type { DiffSide } from "#components/ui/diff/diff-view.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { useReadOnlyTab, useUnsavedFile } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";

/** Fetched when it is first opened. */
const ChangesDialog = fetchedDialog(async () => (await import("./changes-dialog.tsx")).ChangesDialog);

interface ShowChangesProps {
  readonly label?: string;
  readonly path: string;
  readonly left: DiffSide;
  readonly right: DiffSide;
}

/** Opens the difference between two versions of a file. */
export function ShowChanges({ label = "Show changes", ...versions }: ShowChangesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <ChangesDialog {...versions} onClose={() => setOpen(false)} />}
    </>
  );
}

const decoder = new TextDecoder();

/** For a file that differs from its source: says so, shows the difference and reverts it. */
export function OwnVersion({ path, bytes }: { path: string; bytes: Uint8Array }) {
  const { mountedVersion, revertFile } = useActions();
  const isReadOnly = useReadOnlyTab();
  const unsaved = useUnsavedFile(path);
  const files = useWorkspace((state) => state.files);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up whenever a file has changed
  const mounted = useMemo(() => mountedVersion(path), [files, mountedVersion, path]);
  if (!mounted) return null;
  const [before, now] = [mounted, bytes].map((version) => decoder.decode(version)) as [string, string];
  return (
    <>
      {unsaved && (
        <Tag tone="bad" title="Kept in this tab only">
          not saved
        </Tag>
      )}
      <Tag title="This file differs from its source">changed</Tag>
      <ShowChanges path={path} left={{ label: "Source", text: before }} right={{ label: "Now", text: now }} />
      <Button size="small" disabled={isReadOnly} onClick={() => void revertFile(path)}>
        Revert file
      </Button>
    </>
  );
}
