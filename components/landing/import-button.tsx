import { useRouter } from "next/navigation";
import { type ChangeEvent, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { failureOrThrow } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { announceArrival } from "#lib/workspace/opening/arrival.ts";
import styles from "./link-card.module.css";

/** Imports a workspace that was saved as a file, under an address of its own. */
export function ImportButton() {
  const input = useRef<HTMLInputElement>(null);
  const { reading, share, note, open } = useImport();
  function picked(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    if (file) void open(file);
    // Reset, so that choosing the same file again fires a change event.
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
      {/* One button, so that the focus is still on it when the file has been read. */}
      <Button size="small" onClick={() => (reading ? reading.abort() : input.current?.click())}>
        {reading ? `Cancel (unpacking ${Math.floor(share * 100)}%)` : "Import workspace"}
      </Button>
      <p role="alert" className={styles.failure}>
        {note}
      </p>
    </>
  );
}

function useImport() {
  const router = useRouter();
  const [reading, setReading] = useState<AbortController>();
  const [share, setShare] = useState(0);
  const [note, setNote] = useState("");
  async function open(file: File) {
    // So the build leaves archives out of the server's page.
    if (typeof window === "undefined") return;
    const stopping = new AbortController();
    const { signal } = stopping;
    setReading(stopping);
    setShare(0);
    setNote("");
    try {
      const { importWorkspace } = await import("#lib/keeping/archive/import-workspace.ts");
      const path = `/local/${crypto.randomUUID()}`;
      const { losses, ...contents } = await importWorkspace(path, file.name, file, {
        signal,
        onProgress: ({ done = 0, total = 1 }) => setShare(done / total),
      });
      announceArrival({ path, own: true, contents, losses });
      router.push(path);
    } catch (caught) {
      const failure = failureOrThrow(caught);
      const { what, next } = failureParts(failure);
      if (failure.code !== "cancelled") setNote(`${what} ${next}`);
      setReading(undefined);
    }
  }
  return { reading, share, note, open };
}
