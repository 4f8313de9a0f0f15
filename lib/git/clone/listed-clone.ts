import { failureOrThrow } from "#lib/failure.ts";
import { objectType } from "#lib/git/pack/git-object.ts";
import { createPendingFiles, type Snapshot, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";
import type { ClonePart } from "./clone-protocol.ts";
import { type CommitDownload, fetchContents, onlyBytes } from "./fetch-commit.ts";
import { type CommitListing, type ListedFile, readCome } from "./list-commit.ts";

/** A clone whose folders are known, while the contents of its files arrive one after another. */
export interface ListedClone {
  /** What is known when the folders are. */
  readonly part: ClonePart;
  /**
   * Fetches these files before the others. Resolves to those that have arrived; each file is returned only once. Never
   * rejects.
   */
  want(paths: readonly string[]): Promise<Snapshot>;
  /** All contents that have arrived and were not returned yet; empty where they are fewer than `least` bytes. */
  rest(least?: number): Snapshot;
}

/** The most files requested ahead of the others at a time; the rest arrive with everything else. */
const mostWanted = 256;

export function listedClone(download: CommitDownload, listing: CommitListing, ref: string): ListedClone {
  const { store } = download;
  const { files, submodules, gate, commit, path } = listing;
  const known = readCome(files, store);
  const untold = new Map<string, ListedFile>(files.map((file) => [file.path, file]));
  const tell = (contents: Snapshot): Snapshot => {
    for (const { path } of snapshotEntries(contents)) untold.delete(path);
    return contents;
  };
  tell(known);
  const budget = download.budget.anew();
  const pending = createPendingFiles(
    [...untold.values()].map(({ path, kind }) => ({ path, mode: snapshotMode[kind] })),
  );

  function untoldBytes(): number {
    let sum = 0;
    for (const { id } of untold.values()) sum += store.objects.get(id)?.bytes.length ?? 0;
    return sum;
  }

  async function want(paths: readonly string[]): Promise<Snapshot> {
    const wanted = paths.flatMap((path) => untold.get(path) ?? []);
    try {
      const beside = { ...download, budget, onProgress: onlyBytes(download) };
      await fetchContents(beside, wanted.slice(0, mostWanted));
    } catch (error) {
      // The whole clone continues, and reports what is wrong.
      failureOrThrow(error);
    }
    return tell(
      readCome(
        wanted.filter(({ path }) => untold.has(path)),
        store,
      ),
    );
  }

  return {
    part: { about: { commit, path, ref, warnings: [...submodules, ...gate.warnings()] }, known, pending },
    want,
    rest: (least = 0) => tell(readCome(untoldBytes() < least ? [] : untold.values(), store)),
  };
}

/** Puts contents that are already here into the store, each under the id computed from its bytes. */
export function keepKnown({ store, tools }: Pick<CommitDownload, "store" | "tools">, known: Snapshot): void {
  for (const { bytes } of snapshotEntries(known)) {
    const content = new Uint8Array(bytes);
    store.objects.set(tools.hash(objectType.blob, content), { type: objectType.blob, bytes: content });
  }
}
