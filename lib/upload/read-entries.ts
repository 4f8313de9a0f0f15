import { FailureError, failureOf } from "#lib/failure.ts";
import { isReadInDiscovery } from "#lib/harness/discovery-files.ts";
import type { Tell } from "#lib/vfs/delivery.ts";
import {
  createPendingFiles,
  createSnapshot,
  type Snapshot,
  type SnapshotEntry,
  type SnapshotMode,
  snapshotMode,
} from "#lib/vfs/snapshot.ts";
import type { SnapshotWarning } from "#lib/vfs/snapshot-gate.ts";
import type { MountPhase, ReportProgress } from "#lib/vfs/source.ts";

export interface ReadOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: ReportProgress;
  /**
   * Reports the part and the contents of a large upload that can be used before everything is read; nothing of a small
   * one.
   */
  readonly tell?: Tell<Pick<UnreadUpload, "warnings">>;
}

/** A file that has passed the gate and is still to be read. */
export interface UnreadFile {
  readonly path: string;
  readonly mode: SnapshotMode;
  /** Bytes, as far as its format says. */
  readonly size: number;
  /** `undefined` where the file is no longer there, and no part of the upload. Throws `FailureError`. */
  readonly read: () => Promise<Uint8Array | undefined>;
}

export interface UnreadUpload {
  readonly files: readonly UnreadFile[];
  readonly warnings: readonly SnapshotWarning[];
  readonly phase: MountPhase;
  /** How many are read at the same time. */
  readonly atOnce: number;
}

/** Showing a part is worthwhile when more than this is still to be read. */
const worthTelling = { files: 200, bytes: 4 * 1024 * 1024 };

/**
 * Reads the files of an upload: first those that harnesses read when they look for skills, then requested ones, then
 * the others. Throws what reading one of them throws, and `cancelled`.
 */
export async function readEntries(upload: UnreadUpload, options: ReadOptions): Promise<Snapshot> {
  const reading = new Reading(upload, options);
  const [telling, others] = partition(upload.files, isTelling);
  const isWorthTelling = others.length > worthTelling.files || sizeOf(others) > worthTelling.bytes;
  try {
    await reading.read(telling);
    if (isWorthTelling) await reading.tellPart(others);
    await reading.read(others);
  } catch (caught) {
    if (failureOf(caught)) reading.tellRest();
    throw caught;
  }
  return createSnapshot(reading.entries());
}

function isTelling({ path, mode }: UnreadFile): boolean {
  return mode === snapshotMode.link || isReadInDiscovery(path);
}

class Reading {
  readonly #upload: UnreadUpload;
  readonly #options: ReadOptions;
  readonly #come = new Map<string, SnapshotEntry>();
  /** Files that were read and not reported yet. */
  #untold = new Set<string>();
  readonly #wanted = new Set<string>();
  #isTold = false;
  #bytes = 0;

  constructor(upload: UnreadUpload, options: ReadOptions) {
    this.#upload = upload;
    this.#options = options;
  }

  entries(): Iterable<SnapshotEntry> {
    return this.#come.values();
  }

  /** Reads these files, the requested ones first. */
  async read(files: readonly UnreadFile[]): Promise<void> {
    const left = new Map(files.map((file) => [file.path, file]));
    while (left.size > 0) {
      if (this.#options.signal?.aborted) throw new FailureError({ code: "cancelled" });
      const wanted = [...this.#wanted].flatMap((path) => left.get(path) ?? []);
      this.#wanted.clear();
      const batch = wanted.length > 0 ? wanted : firstOf(left.values(), this.#upload.atOnce);
      for (const { path } of batch) left.delete(path);
      await this.#readBatch(batch);
      if (wanted.length > 0) this.#tellContents(wanted.map(({ path }) => path));
    }
  }

  async #readBatch(batch: readonly UnreadFile[]): Promise<void> {
    const { atOnce, files, phase } = this.#upload;
    for (let start = 0; start < batch.length; start += atOnce) {
      const part = batch.slice(start, start + atOnce);
      // A file that cannot be read does not keep the others from being read.
      const done = await Promise.allSettled(
        part.map(async (file) => {
          const bytes = await file.read();
          if (bytes) this.#take({ ...file, bytes });
        }),
      );
      const failed = done.find(({ status }) => status === "rejected") as PromiseRejectedResult | undefined;
      if (failed) throw failed.reason;
    }
    this.#options.onProgress?.({ phase, bytes: this.#bytes, done: this.#come.size, total: files.length });
  }

  #take({ path, mode, bytes }: SnapshotEntry): void {
    this.#come.set(path, { path, mode, bytes });
    this.#untold.add(path);
    this.#bytes += bytes.length;
  }

  /** Reports what was read, with `others` still to come. */
  async tellPart(others: readonly UnreadFile[]): Promise<void> {
    this.#isTold = true;
    this.#untold = new Set();
    await this.#options.tell?.({
      kind: "part",
      about: { warnings: this.#upload.warnings },
      known: createSnapshot(this.entries()),
      pending: createPendingFiles(others),
      want: (paths) => {
        for (const path of paths) this.#wanted.add(path);
      },
    });
  }

  tellRest(): void {
    this.#tellContents([...this.#untold]);
  }

  #tellContents(paths: readonly string[]): void {
    if (!this.#isTold) return;
    const contents = paths.flatMap((path) => (this.#untold.delete(path) ? (this.#come.get(path) ?? []) : []));
    if (contents.length > 0) void this.#options.tell?.({ kind: "contents", contents: createSnapshot(contents) });
  }
}

function firstOf<Item>(items: Iterable<Item>, count: number): Item[] {
  const first: Item[] = [];
  for (const item of items) {
    first.push(item);
    if (first.length === count) break;
  }
  return first;
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  const parts: [Item[], Item[]] = [[], []];
  for (const item of items) parts[isFirst(item) ? 0 : 1].push(item);
  return parts;
}

function sizeOf(files: readonly UnreadFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
