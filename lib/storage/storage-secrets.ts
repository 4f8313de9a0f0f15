import { promisifyRequest } from "idb-keyval";
import { FailureError } from "#lib/failure.ts";
import { completionOf, guarded, keysBelow, openDatabase } from "./storage-database.ts";

/** The purpose of a secret: a token for a git host, or a key for the origin of a model provider. */
export interface SecretName {
  readonly kind: "token" | "key";
  readonly at: string;
}

export interface StoredSecret extends SecretName {
  /** Whether it is encrypted; else it is stored in plain form. */
  readonly isSealed: boolean;
}

/** A lock opened by its passphrase, for the lifetime of the page. The passphrase itself is stored nowhere. */
export interface OpenLock {
  readonly key: CryptoKey;
  /** Identifies the lock: another one may replace it later. */
  readonly salt: Uint8Array<ArrayBuffer>;
}

/**
 * The secrets that a person had remembered on this device, separate from all workspaces. One passphrase locks all that
 * are to be encrypted, by AES-GCM with the secret's name authenticated, so that none can be put in another's place. All
 * methods reject with the failures `quota-exceeded` and `storage-failed`.
 */
export interface SecretStorage {
  /** All secrets, sorted by name. */
  list(): Promise<readonly StoredSecret[]>;
  /** `undefined` also for an invalid record, and for an encrypted one that `lock` does not open. */
  read(name: SecretName, lock: OpenLock | undefined): Promise<string | undefined>;
  /**
   * Encrypted with `lock`, or in plain form without one.
   * @throws FailureError `passphrase-wrong` where another lock has replaced this one
   */
  keep(name: SecretName, secret: string, lock: OpenLock | undefined): Promise<void>;
  /** The lock is deleted with the last secret that it encrypts, so that another passphrase can be chosen. */
  forget(...names: readonly SecretName[]): Promise<void>;
  hasLock(): Promise<boolean>;
  /**
   * Opens the lock, or creates one where there is none. Takes a part of a second, by design.
   * @throws FailureError `passphrase-wrong`, or `encryption-missing` where the browser cannot encrypt
   */
  unlock(passphrase: string): Promise<OpenLock>;
}

/** OWASP's figure for PBKDF2 with SHA-256 (2023). Stored with each lock, so that it can be raised. */
const iterations = 600_000;
const iterationLimits = { least: 100_000, most: 10_000_000 } as const;

const lockKey: IDBValidKey = ["lock"];
const keyOf = ({ kind, at }: SecretName): IDBValidKey => [kind, at];

/** Encrypted with the passphrase, to tell later whether one is right. */
const probe = "skillground";

/** Opens the storage. Throws the failures of `openDatabase`. */
export async function openSecretStorage(): Promise<SecretStorage> {
  const store = await openDatabase();
  const reading = <Result>(read: (records: IDBObjectStore) => Promise<Result>) =>
    guarded(0, () => store("readonly", read));
  /** One transaction; when it resolves, it is on the disk. */
  const changing = (write: (records: IDBObjectStore) => Promise<void>) =>
    guarded(0, () =>
      store("readwrite", async (records) => {
        const done = completionOf(records.transaction);
        await write(records);
        await done;
      }),
    );
  const readLock = async () => asLock(await reading((records) => promisifyRequest<unknown>(records.get(lockKey))));

  return {
    list: () => reading(listed),
    async read(name, lock) {
      const record = await reading((records) => promisifyRequest<unknown>(records.get(keyOf(name))));
      if (typeof record === "string") return record;
      return lock && isSealed(record) ? unseal(record, lock.key, nameIn(name)) : undefined;
    },
    async keep(name, secret, lock) {
      const record = lock ? await seal(secret, lock.key, nameIn(name)) : secret;
      let isReplaced = false;
      await changing(async (records) => {
        const current = lock && asLock(await promisifyRequest<unknown>(records.get(lockKey)));
        isReplaced = lock !== undefined && (!current || !isSame(current.salt, lock.salt));
        if (!isReplaced) records.put(record, keyOf(name));
        await dropUnusedLock(records);
      });
      if (isReplaced) throw new FailureError({ code: "passphrase-wrong" });
    },
    forget: (...names) =>
      changing(async (records) => {
        for (const name of names) records.delete(keyOf(name));
        await dropUnusedLock(records);
      }),
    hasLock: async () => (await readLock()) !== undefined,
    async unlock(passphrase) {
      const existing = await readLock();
      if (existing) return openLock(existing, passphrase);
      const { lock, open } = await makeLock(passphrase);
      let other: Lock | undefined;
      await changing(async (records) => {
        // Another tab may have created one meanwhile.
        other = asLock(await promisifyRequest<unknown>(records.get(lockKey)));
        if (!other) records.put(lock, lockKey);
      });
      return other ? openLock(other, passphrase) : open;
    },
  };
}

/** Deletes the lock where it encrypts nothing any more, within a transaction. */
async function dropUnusedLock(records: IDBObjectStore): Promise<void> {
  if (!(await listed(records)).some((secret) => secret.isSealed)) records.delete(lockKey);
}

/** All secrets, read within a transaction. */
async function listed(records: IDBObjectStore): Promise<StoredSecret[]> {
  const found: StoredSecret[] = [];
  for (const kind of ["key", "token"] as const) {
    const range = keysBelow(kind);
    const [keys, values] = await Promise.all([
      promisifyRequest(records.getAllKeys(range)),
      promisifyRequest<unknown[]>(records.getAll(range)),
    ]);
    for (const [index, key] of keys.entries())
      found.push({ kind, at: String((key as IDBValidKey[])[1]), isSealed: isSealed(values[index]) });
  }
  return found;
}

interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

interface Lock extends Sealed {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iterations: number;
}

function isSealed(record: unknown): record is Sealed {
  const { iv, sealed } = Object(record) as Partial<Readonly<Record<keyof Sealed, unknown>>>;
  return iv instanceof Uint8Array && iv.length === 12 && sealed instanceof ArrayBuffer;
}

/** The record under the lock's key, if it is a valid lock. */
function asLock(record: unknown): Lock | undefined {
  const { salt, iterations: count } = Object(record) as Partial<Readonly<Record<keyof Lock, unknown>>>;
  const isOne =
    isSealed(record) &&
    salt instanceof Uint8Array &&
    typeof count === "number" &&
    count >= iterationLimits.least &&
    count <= iterationLimits.most;
  return isOne ? (record as Lock) : undefined;
}

async function makeLock(passphrase: string): Promise<{ readonly lock: Lock; readonly open: OpenLock }> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const key = await derive(passphrase, salt, iterations);
  return { lock: { ...(await seal(probe, key, "lock")), salt, iterations }, open: { key, salt } };
}

async function openLock(lock: Lock, passphrase: string): Promise<OpenLock> {
  const key = await derive(passphrase, lock.salt, lock.iterations);
  if ((await unseal(lock, key, "lock")) !== probe) throw new FailureError({ code: "passphrase-wrong" });
  return { key, salt: lock.salt };
}

/**
 * Derives the key. The passphrase is normalised, so that differently composed letters give the same key; the key cannot
 * be exported.
 */
async function derive(passphrase: string, salt: Uint8Array<ArrayBuffer>, count: number): Promise<CryptoKey> {
  // Browsers hide it from pages that did not come by https.
  if (!globalThis.crypto?.subtle) throw new FailureError({ code: "encryption-missing" });
  const bytes = new TextEncoder().encode(passphrase.normalize("NFKC"));
  const material = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveKey"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations: count };
  return crypto.subtle.deriveKey(how, material, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

async function seal(text: string, key: CryptoKey, name: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const how = { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(name) };
  return { iv, sealed: await crypto.subtle.encrypt(how, key, new TextEncoder().encode(text)) };
}

/** `undefined` where the key, the name or the record differs. */
async function unseal({ iv, sealed }: Sealed, key: CryptoKey, name: string): Promise<string | undefined> {
  const how = { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(name) };
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(how, key, sealed));
  } catch (caught) {
    if (caught instanceof DOMException && caught.name === "OperationError") return undefined;
    throw caught;
  }
}

function nameIn({ kind, at }: SecretName): string {
  return JSON.stringify([kind, at]);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
