import { useSyncExternalStore } from "react";
import { Button } from "#components/ui/button.tsx";
import { canOpenLiveFolder, pickLiveFolder } from "#lib/upload/live-folder.ts";
import type { Incoming } from "#lib/workspace/mounts/fetch-source.ts";

const never = () => () => undefined;

/** Opens a folder that the lab reads again whenever it changes; only where the browser can. */
export function LiveFolderButton({ onPick }: { onPick: (incoming: Incoming) => void }) {
  // The server cannot know the browser, and the first drawing must be the server's.
  const isThere = useSyncExternalStore(never, canOpenLiveFolder, () => false);
  if (!isThere) return null;
  async function pick() {
    const folder = await pickLiveFolder();
    if (folder) onPick({ kind: "live", folder });
  }
  return (
    <Button title="A folder of your disk, read again when it changes" onClick={() => void pick()}>
      Follow a folder
    </Button>
  );
}
