import { promisifyRequest, type UseStore } from "idb-keyval";
import { FailureError } from "#lib/failure.ts";
import { standingOf } from "./storage-shapes.ts";

const databaseName = "skillground";
const storeName = "records";
/** Raised with every change of layout, so that an older page cannot open, and damage, a newer one's records. */
const databaseVersion = 4;

/**
 * Opens this site's only database in the browser: a single store of records under array keys. A change is done only
 * when it is on the disk, because people then read that it is saved. That costs a tenth of a large mount's time, and a
 * millisecond of a small record's (measured), none of it on the page's thread. (idb-keyval itself has no such option.)
 * Throws the failures `storage-missing` where the browser has or allows none (private windows, blocked site data),
 * `storage-newer` where a newer page has written it, and `storage-failed` where it cannot be opened for another reason.
 */
export async function openDatabase(): Promise<UseStore> {
  let opening: Promise<IDBDatabase> | undefined;
  function forget(): void {
    opening = undefined;
  }
  async function connect(): Promise<IDBDatabase> {
    const database = await open();
    // Safari closes idle connections, and every browser those whose records it removes; the next use reopens.
    database.onclose = forget;
    // A page of a newer version waits until this connection is closed. Every save of this page then fails, and says so.
    database.onversionchange = () => {
      forget();
      database.close();
    };
    return database;
  }
  function connected(): Promise<IDBDatabase> {
    if (opening) return opening;
    const connecting = connect();
    opening = connecting;
    connecting.catch(forget);
    return connecting;
  }
  async function begin(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    return (await connected()).transaction(storeName, mode, { durability: "strict" }).objectStore(storeName);
  }
  /** Retries after an error by which the browser shows that it has closed the connection without an event. */
  function reopened<Result>(caught: unknown, again: () => Promise<Result>): Promise<Result> {
    if (!(caught instanceof DOMException) || caught.name !== "InvalidStateError") throw caught;
    forget();
    return again();
  }
  await connected();
  return async (mode, callback) => callback(await begin(mode).catch((caught) => reopened(caught, () => begin(mode))));
}

async function open(): Promise<IDBDatabase> {
  try {
    const request = indexedDB.open(databaseName, databaseVersion);
    // Version 2 put the generation into the keys of bases, version 3 added to an edit whether its file is executable,
    // version 4 allowed several conversations per workspace, each message a record. Older records are read as they are.
    request.onupgradeneeded = ({ oldVersion }) => oldVersion < 1 && request.result.createObjectStore(storeName);
    return await promisifyRequest(request);
  } catch (caught) {
    if (isAbsent(caught)) throw new FailureError({ code: "storage-missing" }, { cause: caught });
    throw storageError(caught, 0);
  }
}

/**
 * Whether the database holds blobs: in Safari's private windows it does not, and aborts what would write one. Asked by a record that is
 * deleted with its own transaction.
 */
export async function holdsBlobs(store: UseStore): Promise<boolean> {
  const write = (records: IDBObjectStore) => {
    records.put(new Blob(["?"]), keys.trial);
    records.delete(keys.trial);
    return completionOf(records.transaction);
  };
  return store("readwrite", write).then(
    () => true,
    () => false,
  );
}

/**
 * Resolves when a transaction is complete. (idb-keyval's promise of one rejects with the first request that fails, when the transaction has
 * no error yet to tell.)
 */
export function completionOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

/**
 * Whether there is no `indexedDB` at all, or it must not be used: Firefox says InvalidStateError, the others
 * SecurityError.
 */
function isAbsent(caught: unknown): boolean {
  if (caught instanceof ReferenceError || caught instanceof TypeError) return true;
  return caught instanceof DOMException && ["InvalidStateError", "SecurityError"].includes(caught.name);
}

/**
 * The failure for an error of the database: `quota-exceeded`, `storage-newer`, `storage-failed`, or the error itself
 * when it is a bug or a failure already.
 * @param needed bytes that were to be written
 */
function storageError(caught: unknown, needed: number): unknown {
  // A transaction that a page has aborted has no error.
  if (caught === null) return new FailureError({ code: "storage-failed", detail: "aborted" });
  const { name, message } = caught as Partial<DOMException>;
  if (name === "QuotaExceededError") return new FailureError({ code: "quota-exceeded", needed }, { cause: caught });
  if (name === "VersionError") return new FailureError({ code: "storage-newer" }, { cause: caught });
  const isBug = !(caught instanceof DOMException) || name === "DataCloneError" || name === "DataError";
  return isBug
    ? caught
    : new FailureError({ code: "storage-failed", detail: `${name}: ${message}` }, { cause: caught });
}

/** The keys of each kind of record. */
export const keys = {
  workspace: (id: string): IDBValidKey => ["workspace", id],
  /** A conversation's head; each of its messages has a key of its own. */
  conversation: (id: string, conversationId: string): IDBValidKey => ["conversation", id, conversationId],
  message: (id: string, conversationId: string, number: number): IDBValidKey => ["message", id, conversationId, number],
  /** The key of all messages from when a workspace had a single conversation. */
  earlierConversation: (id: string): IDBValidKey => ["conversation", id],
  base: (id: string, mountId: string, generation: number): IDBValidKey => ["base", id, mountId, generation],
  edit: (id: string, mountId: string, path: string): IDBValidKey => ["edit", id, mountId, path],
  piece: (id: string, mountId: string, number: number): IDBValidKey => ["piece", id, mountId, number],
  /** Of a record that is never there once its transaction is complete. */
  trial: ["trial"],
};

/** All keys that begin with `prefix`: an array sorts after every string and number. */
export function keysBelow(...prefix: readonly string[]): IDBKeyRange {
  return IDBKeyRange.bound([...prefix], [...prefix, []]);
}

/** The keys and key ranges of all records of a workspace, including those set aside. */
export function rangesOf(id: string): readonly (IDBKeyRange | IDBValidKey)[] {
  const kinds = ["conversation", "message", "base", "edit", "piece", "aside"];
  return [keys.workspace(id), ...kinds.map((kind) => keysBelow(kind, id))];
}

export type Pair<Value> = readonly [key: readonly IDBValidKey[], value: Value];

/** All records of a range with their keys, in key order, within one transaction. */
export async function pairs<Value>(records: IDBObjectStore, range: IDBKeyRange): Promise<readonly Pair<Value>[]> {
  const [found, values] = await Promise.all([
    promisifyRequest(records.getAllKeys(range) as IDBRequest<IDBValidKey[][]>),
    promisifyRequest(records.getAll(range) as IDBRequest<Value[]>),
  ]);
  return found.map((key, index) => [key, values[index] as Value]);
}

export interface Change {
  readonly workspaceId: string;
  /** Whether the workspace's record must exist, because it did before. */
  readonly expected: boolean;
  /** Bytes to be written. */
  readonly needed: number;
}

/**
 * Makes one transaction of the requests in `write`; resolves when it is complete. The workspace's record is checked
 * first: nothing is written over that of a newer page (`storage-newer`) or a broken one (`record-damaged`), nor beside
 * one that is gone (`storage-gone`).
 */
export function changeRecords(
  store: UseStore,
  { workspaceId, expected, needed }: Change,
  write: (records: IDBObjectStore) => void | Promise<void>,
): Promise<void> {
  return guarded(needed, () =>
    store("readwrite", async (records) => {
      const done = completionOf(records.transaction);
      try {
        checkRecord(await promisifyRequest(records.get(keys.workspace(workspaceId))), workspaceId, expected);
        await write(records);
      } catch (caught) {
        // Aborts, so that all is written or nothing. Throws the first error, not the abort that follows from it.
        done.catch(() => undefined);
        if (!records.transaction.error) records.transaction.abort();
        throw caught;
      }
      await done;
    }),
  );
}

/**
 * `record`: the value under a workspace's key, of any kind. Throws `storage-newer`, `record-damaged` and
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

/** Runs a use of the database; an error of it becomes a failure. */
export async function guarded<Result>(needed: number, use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (caught) {
    throw storageError(caught, needed);
  }
}
