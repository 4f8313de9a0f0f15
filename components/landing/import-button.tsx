import { useRouter } from "next/navigation";
import { type ChangeEvent, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { failureOf } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { announceArrival } from "#lib/workspace/open/arrival.ts";
import styles from "./link-card.module.css";

/** Opens a workspace that was saved as a file, under an address of its own. */
export function ImportButton() {
  const input = useRef<HTMLInputElement>(null);
  const { busy, note, open } = useImport();
  function picked(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    if (file) void open(file);
    // The same one may be chosen again.
    event.target.value = "";
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-label="Import workspace"
        accept=".zip"
        onChange={picked}
      />
      <Button size="small" disabled={busy} onClick={() => input.current?.click()}>
        {busy ? "Opening…" : "Import workspace"}
      </Button>
      <p role="alert" className={styles.failure}>
        {note}
      </p>
    </>
  );
}

function useImport() {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState("");
  async function open(file: File) {
    setBusy(true);
    setNote("");
    try {
      const { importWorkspace } = await import("#lib/workspace/archive/import-workspace.ts");
      const path = `/local/${crypto.randomUUID()}`;
      const { losses, ...contents } = await importWorkspace(path, file.name, file);
      announceArrival({ path, own: true, contents, losses });
      router.push(path);
    } catch (caught) {
      const failure = failureOf(caught);
      if (!failure) throw caught;
      const { what, next } = failureParts(failure);
      setNote(`${what} ${next}`);
      setBusy(false);
    }
  }
  return { busy, note, open };
}
