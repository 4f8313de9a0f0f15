import { Download as DownloadIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { failureParts } from "#lib/failure-text.ts";
import styles from "./save-button.module.css";
import type { Download } from "./use-download.ts";

interface SaveButtonProps extends Pick<ComponentProps<typeof Button>, "size" | "aria-label"> {
  readonly download: Download;
  /** Called in place of starting the download, if something must be asked first. */
  readonly onSave?: () => Promise<void>;
  readonly children: ReactNode;
}

/** Saves a file to disk. While the file is made there is progress and a way to cancel; beside it stands why it could not be made. */
export function SaveButton({ download, onSave, children, ...look }: SaveButtonProps) {
  const { busy, share, failure, start, cancel } = download;
  return (
    <span className={styles.saving}>
      <Button {...look} aria-disabled={busy} onClick={() => !busy && void (onSave ?? start)()}>
        <DownloadIcon size={14} aria-hidden /> {busy ? "Packing…" : children}
      </Button>
      {busy && (
        <>
          <progress aria-label="Packing" value={share} />
          <Button size="small" variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        </>
      )}
      <span role="status">{failure && failureParts(failure).what}</span>
    </span>
  );
}
