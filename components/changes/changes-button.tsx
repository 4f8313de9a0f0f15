import { useMemo, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { apart, useAsked } from "#components/workspace/asked-dialog.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { formatCount } from "#lib/format-count.ts";

/** Fetched when it is first opened. */
const ChangesDialog = fetchedDialog(async () => (await import("./changes-dialog.tsx")).ChangesDialog);

/** Shown once a person has changed files: says how many, and opens the list. */
export function ChangesButton() {
  const [isOpen, setOpen] = useState(false);
  const count = useChangedKeys().size;
  useAsked("changes", () => setOpen(true));
  return (
    <>
      {count > 0 && (
        <Button size="small" aria-haspopup="dialog" title="Everything you have changed" onClick={() => setOpen(true)}>
          {formatCount(count)} changed
        </Button>
      )}
      {isOpen && apart(<ChangesDialog onClose={() => setOpen(false)} />)}
    </>
  );
}

/** The changed files by `keyInMount`. */
export function useChangedKeys(): ReadonlySet<string> {
  const { changedFiles } = useActions();
  const files = useWorkspace((state) => state.files);
  const storage = useWorkspace((state) => state.storage.kind);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up whenever a file has changed
  return useMemo(() => changedFiles(), [files, storage, changedFiles]);
}
