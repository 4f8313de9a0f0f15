import { promisifyRequest, type UseStore } from "idb-keyval";
import { completionOf, guarded, keysBelow, type Pair, pairs, rangesOf } from "./storage-database.ts";
import { type BrokenRecord, standingOf } from "./storage-shapes.ts";

/**
 * Records that could not be read as what they should be. A part of a workspace is moved to a key with `aside` and the
 * workspace's id, so that the rest can be used and saved; a workspace whose own record is broken is left in place.
 */
export interface AsideRecords {
  readonly workspaceId: string;
  readonly isWhole: boolean;
}

/** Everything that was set aside, by workspace. Rejects with the failures of the storage. */
export async function listAside(store: UseStore): Promise<readonly AsideRecords[]> {
  const [workspaces, parts] = await guarded(0, () =>
    store("readonly", (records) =>
      Promise.all([
        pairs<unknown>(records, keysBelow("workspace")),
        promisifyRequest(records.getAllKeys(keysBelow("aside")) as IDBRequest<IDBValidKey[][]>),
      ]),
    ),
  );
  const whole = new Set(workspaces.filter(isBroken).map(([key]) => idIn(key)));
  const partly = new Set(parts.map(idIn).filter((id) => !whole.has(id)));
  return [
    ...[...whole].map((workspaceId) => ({ workspaceId, isWhole: true })),
    ...[...partly].map((workspaceId) => ({ workspaceId, isWhole: false })),
  ];
}

/** Moves records of a workspace aside, within one transaction. `time`: in milliseconds since 1970. */
export async function moveAside(
  records: IDBObjectStore,
  id: string,
  broken: readonly BrokenRecord[],
  time: number,
): Promise<void> {
  for (const { key, isUsed } of broken) {
    const value: unknown = await promisifyRequest(records.get([...key]));
    records.put(value, ["aside", id, time, ...key]);
    if (!isUsed) records.delete([...key]);
  }
}

/** Deletes what is set aside of a workspace; where that is the workspace itself, all of it. */
export async function removeAside(store: UseStore, { workspaceId, isWhole }: AsideRecords): Promise<void> {
  await guarded(0, () =>
    store("readwrite", async (records) => {
      const ranges = isWhole ? rangesOf(workspaceId) : [keysBelow("aside", workspaceId)];
      for (const range of ranges) records.delete(range);
      await completionOf(records.transaction);
    }),
  );
}

/** Every record under a workspace's id, or set aside from it, as readable text (JSON). */
export async function rawRecords(store: UseStore, { workspaceId, isWhole }: AsideRecords): Promise<Blob> {
  const found = await guarded(0, () =>
    store("readonly", async (records) => {
      const ranges = isWhole ? rangesOf(workspaceId) : [keysBelow("aside", workspaceId)];
      const all: Pair<unknown>[] = [];
      for (const range of ranges) {
        const bounds = range instanceof IDBKeyRange ? range : IDBKeyRange.only(range);
        all.push(...(await pairs<unknown>(records, bounds)));
      }
      return all;
    }),
  );
  const { describeRecord } = await import("./raw-record.ts");
  const parts: string[] = [];
  for (const [key, value] of found) parts.push(JSON.stringify({ key, value: await describeRecord(value) }));
  return new Blob(["[\n", parts.join(",\n"), "\n]\n"], { type: "application/json" });
}

function isBroken([key, record]: Pair<unknown>): boolean {
  return standingOf(record, idIn(key)) === "broken";
}

function idIn(key: readonly IDBValidKey[]): string {
  return String(key[1]);
}
