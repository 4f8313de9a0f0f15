import { type ChangeEvent, type ComponentProps, useRef, useSyncExternalStore } from "react";
import { Button } from "#components/ui/button.tsx";
import type { Incoming } from "#lib/fetching/incoming.ts";
import { archiveEndings, canOpenLiveFolder, pickedFiles, pickLiveFolder } from "#lib/upload/pick.ts";
import { uploadOf } from "./upload-of.ts";

// React's types do not know the attribute, which every browser does.
const wholeFolder = { webkitdirectory: "" };

/** macOS's file chooser only looks at a name's last extension. */
const acceptedArchives = [...archiveEndings, ".gz"].join(",");

/** Buttons that open the browser's file chooser, for a folder or an archive. */
export function UploadButtons({ onPick }: { onPick: (incoming: Incoming) => void }) {
  return (
    <>
      <UploadButton label="Upload folder" onPick={onPick} {...wholeFolder} />
      <LiveFolderButton onPick={onPick} />
      <UploadButton label="Upload archive" onPick={onPick} accept={acceptedArchives} multiple />
    </>
  );
}

interface UploadButtonProps extends ComponentProps<"input"> {
  readonly label: string;
  readonly onPick: (incoming: Incoming) => void;
}

function UploadButton({ label, onPick, ...rest }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  function picked(event: ChangeEvent<HTMLInputElement>) {
    const { files } = event.target;
    if (files && files.length > 0) onPick(uploadOf(pickedFiles(files)));
    // Otherwise choosing the same folder again would fire no change event.
    event.target.value = "";
  }
  return (
    <>
      <input ref={input} type="file" hidden tabIndex={-1} aria-label={label} onChange={picked} {...rest} />
      <Button onClick={() => input.current?.click()}>{label}</Button>
    </>
  );
}

const never = () => () => undefined;

/** Opens a folder that the lab reads again whenever it changes; shown only in browsers that support it. */
function LiveFolderButton({ onPick }: { onPick: (incoming: Incoming) => void }) {
  // The first render must equal the server's, which does not know what the browser supports.
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
