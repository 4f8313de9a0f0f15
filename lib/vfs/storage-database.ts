import { promisifyRequest, type UseStore } from "idb-keyval";
import { FailureError } from "#lib/failure.ts";

/** The browser's one database of this site: a single store of records under array keys. */
export interface Database {
  /** For what can be fetched again: the browser writes it to the disk when it likes. */
  readonly relaxed: UseStore;
  /** For what a person made: done when it is on the disk. (idb-keyval itself has no such option.) */
  readonly strict: UseStore;
}

const databaseName = "skillground";
const storeName = "records";
/** Raised with every change of layout, so that an older page cannot open, and damage, a newer one's records. */
const databaseVersion = 1;

/**
 * Opens the database. Throws the failures `storage-missing` where the browser has or allows none (private
 * windows, blocked site data), and `storage-failed` where it cannot be opened, e.g. written by a newer page.
 */
export async function openDatabase(): Promise<Database> {
  let opening: Promise<IDBDatabase> | undefined;
  async function connect(): Promise<IDBDatabase> {
    const database = await open();
    // Safari closes idle connections; the next use opens another.
    database.onclose = () => {
      opening = undefined;
    };
    // A page of a newer version waits for this one to let go. From then on every save fails, and says so.
    database.onversionchange = () => database.close();
    return database;
  }
  function storeWith(durability: IDBTransactionDurability): UseStore {
    return async (mode, callback) => {
      opening ??= connect();
      const database = await opening;
      return callback(database.transaction(storeName, mode, { durability }).objectStore(storeName));
    };
  }
  opening = connect();
  await opening;
  return { relaxed: storeWith("relaxed"), strict: storeWith("strict") };
}

async function open(): Promise<IDBDatabase> {
  try {
    const request = indexedDB.open(databaseName, databaseVersion);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
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
 * What a failed use of the database means: `quota-exceeded`, `storage-failed`, or the error itself when it is a bug.
 * @param needed bytes that were to be written
 */
export function storageError(caught: unknown, needed: number): unknown {
  // An aborted transaction may carry no error at all.
  if (caught === null) return new FailureError({ code: "storage-failed", detail: "aborted" });
  const { name, message } = caught as Partial<DOMException>;
  if (name === "QuotaExceededError") return new FailureError({ code: "quota-exceeded", needed }, { cause: caught });
  const isBug = !(caught instanceof DOMException) || name === "DataCloneError" || name === "DataError";
  return isBug
    ? caught
    : new FailureError({ code: "storage-failed", detail: `${name}: ${message}` }, { cause: caught });
}

/** All keys that begin with `prefix`: an array sorts after every string. */
export function keysBelow(...prefix: readonly string[]): IDBKeyRange {
  return IDBKeyRange.bound([...prefix], [...prefix, []]);
}
