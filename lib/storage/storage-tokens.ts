import { promisifyRequest } from "idb-keyval";
import { guarded, keysBelow, openDatabase } from "./storage-database.ts";

/**
 * The tokens of git hosts that a person had remembered on this device, each as it was given. They lie beside the
 * workspaces and are part of none. All reject with the failures `quota-exceeded` and `storage-failed`.
 */
export interface TokenStorage {
  /** The hosts, in the order of their names. */
  hosts(): Promise<readonly string[]>;
  /** `undefined` also for what is no token, which can be forgotten, or another kept in its place. */
  read(host: string): Promise<string | undefined>;
  keep(host: string, token: string): Promise<void>;
  forget(host: string): Promise<void>;
}

const keyOf = (host: string): IDBValidKey => ["token", host];

/** Opens the storage. Throws the failures of `openDatabase`. */
export async function openTokenStorage(): Promise<TokenStorage> {
  const store = await openDatabase();
  /** Resolved means: on the disk. */
  const change = (write: (records: IDBObjectStore) => unknown) =>
    guarded(0, () =>
      store("readwrite", async (records) => {
        write(records);
        await promisifyRequest(records.transaction);
      }),
    );
  return {
    async hosts() {
      const read = (records: IDBObjectStore) => promisifyRequest(records.getAllKeys(keysBelow("token")));
      const found = await guarded(0, () => store("readonly", read));
      return found.map((key) => String((key as IDBValidKey[])[1]));
    },
    async read(host) {
      const read = (records: IDBObjectStore) => promisifyRequest<unknown>(records.get(keyOf(host)));
      const token = await guarded(0, () => store("readonly", read));
      return typeof token === "string" ? token : undefined;
    },
    keep: (host, token) => change((records) => records.put(token, keyOf(host))),
    forget: (host) => change((records) => records.delete(keyOf(host))),
  };
}
