import Link from "next/link";
import { useState } from "react";
import { rawFile } from "#components/share/raw-file.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/dialog.tsx";
import { Logo } from "#components/ui/site/logo.tsx";
import { SaveButton } from "#components/workspace/save-button.tsx";
import { useDownload } from "#components/workspace/use-download.ts";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { type Failure, failureOrThrow } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { openStorage } from "#lib/storage/persistence.ts";

/** Shown in place of the lab: why there is nothing at this address, and where to go from here. */
export function RefusedAddress({ failure }: { failure: Failure }) {
  const { title, what, safe, next } = failureParts(failure);
  return (
    <main className="message">
      <Logo size={40} />
      <h1>{title}</h1>
      <p>{what}</p>
      <p>
        {safe} {next}
      </p>
      {failure.code === "record-damaged" && <DamagedRecord />}
      <Link href="/">Go to the home page</Link>
    </main>
  );
}

function DamagedRecord() {
  const aside = { workspaceId: useWorkspace((state) => state.id), isWhole: true };
  const download = useDownload(() => rawFile(aside));
  const [isLeaving, setLeaving] = useState(false);
  const [kept, setKept] = useState<Failure>();
  async function remove() {
    setLeaving(false);
    try {
      await (await openStorage()).removeAside(aside);
      location.reload();
    } catch (caught) {
      const reason = failureOrThrow(caught);
      setKept(reason);
    }
  }
  return (
    <div>
      <SaveButton download={download}>Download raw</SaveButton>{" "}
      <Button variant="danger" onClick={() => setLeaving(true)}>
        Delete and reopen
      </Button>
      {kept && <span role="alert"> {failureParts(kept).what}</span>}
      {isLeaving && (
        <ConfirmDialog
          title="Delete its data"
          verb="Delete"
          onClose={() => setLeaving(false)}
          onConfirm={() => void remove()}
        >
          <p>
            This deletes everything the browser keeps of this workspace: files, changes and conversations, readable or
            not.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
