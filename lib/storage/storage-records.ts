import { promisifyRequest, type UseStore } from "idb-keyval";
import { FailureError } from "#lib/failure.ts";
import { storageError } from "./storage-database.ts";
import { standingOf } from "./storage-shapes.ts";

/** Where each kind of record lies. */
export const keys = {
  workspace: (id: string): IDBValidKey => ["workspace", id],
  conversation: (id: string): IDBValidKey => ["conversation", id],
  base: (id: string, mountId: string, generation: number): IDBValidKey => ["base", id, mountId, generation],
  edit: (id: string, mountId: string, path: string): IDBValidKey => ["edit", id, mountId, path],
};

/** All keys that begin with `prefix`: an array sorts after every string and number. */
export function keysBelow(...prefix: readonly string[]): IDBKeyRange {
  return IDBKeyRange.bound([...prefix], [...prefix, []]);
}

export type Pair<Value> = readonly [key: readonly IDBValidKey[], value: Value];

/** All records of a range with their keys, in the order of these, from within one transaction. */
export async function pairs<Value>(records: IDBObjectStore, range: IDBKeyRange): Promise<readonly Pair<Value>[]> {
  const [found, values] = await Promise.all([
    promisifyRequest(records.getAllKeys(range) as IDBRequest<IDBValidKey[][]>),
    promisifyRequest(records.getAll(range) as IDBRequest<Value[]>),
  ]);
  return found.map((key, index) => [key, values[index] as Value]);
}

export interface Change {
  readonly workspaceId: string;
  /** Whether the workspace's record must be there, because it was. */
  readonly expected: boolean;
  /** Bytes to be written. */
  readonly needed: number;
}

/**
 * Makes one transaction of the requests in `write`; resolves when it is complete. The workspace's record is looked at
 * first: nothing is written over that of a newer page (`storage-newer`) or a broken one (`record-damaged`), nor beside one
 * that is gone (`storage-gone`).
 */
export function changeRecords(
  store: UseStore,
  { workspaceId, expected, needed }: Change,
  write: (records: IDBObjectStore) => void | Promise<void>,
): Promise<void> {
  return guarded(needed, () =>
    store("readwrite", async (records) => {
      const done = promisifyRequest(records.transaction);
      try {
        checkRecord(await promisifyRequest(records.get(keys.workspace(workspaceId))), workspaceId, expected);
        await write(records);
      } catch (caught) {
        // Half of the requests must not be kept; the reason is the one caught, not that it was given up.
        done.catch(() => undefined);
        if (!records.transaction.error) records.transaction.abort();
        throw caught;
      }
      await done;
    }),
  );
}

/**
 * `record`: what lies under a workspace's key, whatever it is, or nothing. Throws `storage-newer`, `record-damaged` and
 * `storage-gone`.
 */
export function checkRecord(record: unknown, id: string, expected: boolean): void {
  if (record === undefined) {
    if (expected) throw new FailureError({ code: "storage-gone" });
    return;
  }
  const standing = standingOf(record, id);
  if (standing === "newer") throw new FailureError({ code: "storage-newer" });
  if (standing === "broken") throw new FailureError({ code: "record-damaged" });
}

/** Runs a use of the database; what fails rejects with its failure. */
export async function guarded<Result>(needed: number, use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (caught) {
    throw storageError(caught, needed);
  }
}
