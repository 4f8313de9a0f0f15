import { Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import type { Mount } from "#lib/workspace/state.ts";

/** Fetched when it is first needed. */
const UnmountDialog = fetchedDialog(async () => (await import("./unmount-dialog.tsx")).UnmountDialog);

/** Takes a mount out: at once where it can be fetched again as it is, after a question where a person has changed it. */
export function UnmountButton({ mount }: { mount: Mount }) {
  const { ownEdits, unmount } = useActions();
  const [edited, setEdited] = useState<readonly string[]>([]);
  async function ask() {
    const paths = await ownEdits(mount.id);
    if (paths.length > 0) setEdited(paths);
    else await unmount(mount.id);
  }
  return (
    <>
      <IconButton label={`Unmount ${mount.label}`} onClick={() => void ask()}>
        <Trash2 size={15} aria-hidden />
      </IconButton>
      {edited.length > 0 && (
        <Suspense>
          <UnmountDialog
            label={mount.label}
            edited={edited}
            onClose={() => setEdited([])}
            onUnmount={() => void unmount(mount.id)}
          />
        </Suspense>
      )}
    </>
  );
}
