import { useState } from "react";
import { type Failure, failureOf } from "#lib/failure.ts";

export interface Download {
  readonly busy: boolean;
  readonly failure?: Failure;
  /** Makes the file and hands it to the browser, which saves it. */
  readonly start: () => Promise<void>;
}

/** Saves what `make` makes, as a file on the person's own disk. */
export function useDownload(make: () => Promise<File | undefined>): Download {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  async function start() {
    setBusy(true);
    setFailure(undefined);
    try {
      const file = await make();
      if (file) save(file);
    } catch (caught) {
      const known = failureOf(caught);
      if (!known) throw caught;
      setFailure(known);
    } finally {
      setBusy(false);
    }
  }
  return { busy, ...(failure && { failure }), start };
}

function save(file: File) {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = file.name;
  link.click();
  // The browser reads it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
