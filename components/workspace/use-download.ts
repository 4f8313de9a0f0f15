import { useState } from "react";
import { type Failure, failureOrThrow } from "#lib/failure.ts";
import type { WriteOptions } from "#lib/upload/write-zip.ts";

export interface Download {
  readonly busy: boolean;
  /** Progress from 0 to 1 while the file is being made, if known. */
  readonly share?: number;
  readonly failure?: Failure;
  /** Makes the file and hands it to the browser to save. */
  readonly start: () => Promise<void>;
  /** Cancels making the file. */
  readonly cancel: () => void;
}

/** Saves the file that `make` returns to the person's disk. */
export function useDownload(make: (options: WriteOptions) => Promise<File | undefined>): Download {
  const [making, setMaking] = useState<AbortController>();
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState<Failure>();
  async function start() {
    const stopping = new AbortController();
    setMaking(stopping);
    setShare(undefined);
    setFailure(undefined);
    try {
      const { signal } = stopping;
      const file = await make({ signal, onProgress: (done, total) => setShare(done / total) });
      if (file && !signal.aborted) save(file);
    } catch (caught) {
      const known = failureOrThrow(caught);
      if (known.code !== "cancelled") setFailure(known);
    } finally {
      setMaking(undefined);
    }
  }
  return {
    busy: making !== undefined,
    ...(making && share !== undefined && { share }),
    ...(failure && { failure }),
    start,
    cancel: () => making?.abort(),
  };
}

function save(file: File) {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = file.name;
  link.click();
  // The browser reads the URL after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
