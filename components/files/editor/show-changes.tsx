import { Suspense, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import type { DiffSide } from "#components/ui/diff/diff-view.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";

/** Fetched when it is first opened. */
const ChangesDialog = fetchedDialog(async () => (await import("./changes-dialog.tsx")).ChangesDialog);

interface ShowChangesProps {
  readonly label?: string;
  readonly path: string;
  readonly left: DiffSide;
  readonly right: DiffSide;
}

/** Opens what differs between two versions of a file. */
export function ShowChanges({ label = "Show changes", ...versions }: ShowChangesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Suspense>
          <ChangesDialog {...versions} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
