/** For tests of what a browser keeps: its database, empty at first, and a way in below the storage. */
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, vi } from "vitest";

/** Gives each test of the file that calls this a database of its own. Whatever the test stubs ends with it. */
export function startEachWithEmptyDatabase(): void {
  beforeEach(() => {
    vi.stubGlobal("indexedDB", new IDBFactory());
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

/** Changes the records of the storage past its code, as a fault of the disk or another page would. */
export async function withRecords(act: (records: IDBObjectStore) => void): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open("skillground");
    request.onsuccess = () => resolve(request.result);
  });
  const transaction = database.transaction("records", "readwrite");
  act(transaction.objectStore("records"));
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  database.close();
}
