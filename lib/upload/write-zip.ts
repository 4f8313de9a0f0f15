import { FailureError } from "#lib/failure.ts";
import type { SnapshotEntry } from "#lib/vfs/snapshot.ts";
import { createZipPacker, type ZipPacker } from "./pack-zip.ts";

export interface WriteOptions {
  readonly signal?: AbortSignal;
  /** Called with the number of packed entries. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** The limit of a plain zip archive (APPNOTE 4.4.22); more entries would need zip64. */
const mostEntries = 0xfffe;

/** How much is copied and passed to the worker at a time: the page draws in between. */
const batch = { bytes: 1024 * 1024, entries: 256 } as const;

/**
 * Packs the entries as a zip archive, in order: links as links, with executable bits, and without dates, so that the
 * same entries give the same bytes. Works in a worker or, where there is none or its code cannot be loaded, in this
 * thread: a person's work must not be lost for lack of a network. Throws `too-many-files` and `cancelled`.
 */
export async function writeZip(
  entries: readonly SnapshotEntry[],
  { signal, onProgress }: WriteOptions = {},
): Promise<Blob> {
  if (entries.length > mostEntries) throw new FailureError({ code: "too-many-files", limit: mostEntries });
  const worker = startWorker();
  try {
    const packer = worker && (await isReady(worker, signal)) ? packerIn(worker, signal) : createZipPacker();
    let done = 0;
    for (const some of batchesOf(entries)) {
      if (signal?.aborted) throw new FailureError({ code: "cancelled" });
      await packer.add(some);
      done += some.length;
      onProgress?.(done, entries.length);
    }
    return await packer.end();
  } finally {
    worker?.terminate();
  }
}

function* batchesOf(entries: readonly SnapshotEntry[]): Generator<readonly SnapshotEntry[], void> {
  let some: SnapshotEntry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    some.push(entry);
    bytes += entry.bytes.length;
    if (bytes < batch.bytes && some.length < batch.entries) continue;
    yield some;
    [some, bytes] = [[], 0];
  }
  if (some.length > 0) yield some;
}

/** Messages from the page to `zip.worker.ts`, one after another. */
export type ZipRequest =
  | { readonly kind: "add"; readonly entries: readonly SnapshotEntry[] }
  | { readonly kind: "end" };

/** Its replies; `ready` comes first, unasked. */
export type ZipReply =
  | { readonly kind: "ready" }
  | { readonly kind: "added" }
  | { readonly kind: "packed"; readonly archive: Blob }
  | { readonly kind: "failed"; readonly reason: unknown };

/** `undefined` in an environment without workers, such as a test. */
function startWorker(): Worker | undefined {
  if (typeof Worker === "undefined") return undefined;
  return new Worker(new URL("./zip.worker.ts", import.meta.url), { type: "module", name: "zip" });
}

async function isReady(worker: Worker, signal: AbortSignal | undefined): Promise<boolean> {
  return (await replyOf(worker, signal)).kind === "ready";
}

function packerIn(worker: Worker, signal: AbortSignal | undefined): ZipPacker {
  async function ask(request: ZipRequest, moved: Transferable[] = []): Promise<ZipReply> {
    const reply = replyOf(worker, signal);
    worker.postMessage(request, moved);
    const answer = await reply;
    if (answer.kind === "failed") throw answer.reason;
    return answer;
  }
  return {
    add: async (entries) => {
      // Copies: the files stay with the workspace, and a view of a large buffer would bring all of it along.
      const copied = entries.map((entry) => ({ ...entry, bytes: entry.bytes.slice() }));
      await ask(
        { kind: "add", entries: copied },
        copied.map(({ bytes }) => bytes.buffer as ArrayBuffer),
      );
    },
    end: async () => {
      const answer = await ask({ kind: "end" });
      if (answer.kind !== "packed") throw new Error(`The packing ended with ${answer.kind}`);
      return answer.archive;
    },
  };
}

/** The worker's next reply. Rejects with `cancelled` when aborted. */
function replyOf(worker: Worker, signal: AbortSignal | undefined): Promise<ZipReply> {
  const over = new AbortController();
  const listen = { signal: over.signal };
  const reply = new Promise<ZipReply>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<ZipReply>) => resolve(data), listen);
    const stopped = () => resolve({ kind: "failed", reason: new Error("The thread that packs has stopped") });
    worker.addEventListener("error", stopped, listen);
    const cancel = () => reject(new FailureError({ code: "cancelled" }));
    signal?.addEventListener("abort", cancel, listen);
    if (signal?.aborted) cancel();
  });
  return reply.finally(() => over.abort());
}
