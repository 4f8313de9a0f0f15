import { promisifyRequest, type UseStore } from "idb-keyval";
import { FailureError } from "#lib/failure.ts";

const databaseName = "skillground";
const storeName = "records";
/** Raised with every change of layout, so that an older page cannot open, and damage, a newer one's records. */
const databaseVersion = 3;

/**
 * Opens the browser's one database of this site: a single store of records under array keys. A change is done when it
 * is on the disk, for people then read that it is saved: that costs a tenth of a large mount's time, and a millisecond
 * of a small record's (measured), none of it on the page's thread. (idb-keyval itself has no such option.)
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
    // Safari closes idle connections, and every browser those whose records it removes; the next use opens another.
    database.onclose = forget;
    // A page of a newer version waits for this one to let go. From then on every save fails, and says so.
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
  /** A connection may have been closed without a word. */
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
    // Version 2 put the generation into the keys of bases, version 3 into an edit whether its file is executable. What
    // is older is read as it is.
    request.onupgradeneeded = ({ oldVersion }) => oldVersion < 1 && request.result.createObjectStore(storeName);
    return await promisifyRequest(request);
  } catch (caught) {
    if (isAbsent(caught)) throw new FailureError({ code: "storage-missing" }, { cause: caught });
    throw storageError(caught, 0);
  }
}

/** No `indexedDB` at all, or one that must not be used: Firefox says InvalidStateError, the others SecurityError. */
function isAbsent(caught: unknown): boolean {
  if (caught instanceof ReferenceError || caught instanceof TypeError) return true;
  return caught instanceof DOMException && ["InvalidStateError", "SecurityError"].includes(caught.name);
}

/**
 * What a failed use of the database means: `quota-exceeded`, `storage-newer`, `storage-failed`, or the error itself
 * when it is a bug or a failure already.
 * @param needed bytes that were to be written
 */
export function storageError(caught: unknown, needed: number): unknown {
  // An aborted transaction may carry no error at all.
  if (caught === null) return new FailureError({ code: "storage-failed", detail: "aborted" });
  const { name, message } = caught as Partial<DOMException>;
  if (name === "QuotaExceededError") return new FailureError({ code: "quota-exceeded", needed }, { cause: caught });
  if (name === "VersionError") return new FailureError({ code: "storage-newer" }, { cause: caught });
  const isBug = !(caught instanceof DOMException) || name === "DataCloneError" || name === "DataError";
  return isBug
    ? caught
    : new FailureError({ code: "storage-failed", detail: `${name}: ${message}` }, { cause: caught });
}
