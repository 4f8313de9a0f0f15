import Link from "next/link";
import { rawFile } from "#components/share/raw-file.ts";
import { useDownload } from "#components/share/use-download.ts";
import { Button } from "#components/ui/button.tsx";
import { Logo } from "#components/ui/logo.tsx";
import type { Failure } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { openStorage } from "#lib/vfs/persistence.ts";
import { useWorkspace } from "./workspace-context.tsx";

/** In place of the lab: why there is nothing at this address, and where to go from here. */
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
      <Link href="/">Go to the first page</Link>
    </main>
  );
}

function DamagedRecord() {
  const aside = { workspaceId: useWorkspace((state) => state.id), isWhole: true };
  const { busy, failure, start } = useDownload(() => rawFile(aside));
  async function remove() {
    await (await openStorage()).removeAside(aside);
    location.reload();
  }
  return (
    <p>
      <Button disabled={busy} onClick={() => void start()}>
        Download raw
      </Button>{" "}
      <Button variant="danger" onClick={() => void remove()}>
        Delete and open anew
      </Button>
      {failure && <span role="alert"> {failureParts(failure).what}</span>}
    </p>
  );
}
