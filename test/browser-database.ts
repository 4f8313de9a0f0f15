/** For tests of the browser's storage: a database that starts empty, and access below the storage code. */
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, vi } from "vitest";

/** Gives each test of the calling file its own database. Whatever the test stubs is restored afterwards. */
export function startEachWithEmptyDatabase(): void {
  beforeEach(() => {
    vi.stubGlobal("indexedDB", new IDBFactory());
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

/** Changes the stored records directly, as a disk fault or another page would. */
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
