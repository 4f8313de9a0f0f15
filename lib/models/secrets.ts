import { type Failure, failureOrThrow } from "#lib/failure.ts";
import {
  type OpenLock,
  openSecretStorage,
  type SecretName,
  type SecretStorage,
  type StoredSecret,
} from "#lib/storage/storage-secrets.ts";

/** A stored secret without its value, for showing. */
export interface KnownSecret extends SecretName {
  /**
   * Where it is: only in this page's memory (`page`), on this device in plain form (`plain`), on this device encrypted
   * and unlocked (`sealed`), or encrypted and not unlocked since the page was loaded (`locked`).
   */
  readonly standing: "page" | "plain" | "sealed" | "locked";
}

/** How a secret is to be stored. */
export type Remembering =
  /** For the lifetime of the page. */
  | { readonly kind: "page" }
  /** On this device, in plain form. */
  | { readonly kind: "plain" }
  /**
   * On this device, encrypted. The passphrase may be absent where the lock is open; without a lock, the passphrase
   * creates one.
   */
  | { readonly kind: "sealed"; readonly passphrase?: string };

export interface SecretsStanding {
  /** Sorted by kind and name. */
  readonly known: readonly KnownSecret[];
  readonly lock: "none" | "locked" | "open";
}

/**
 * The tokens of git hosts and the keys of model providers: in this page's memory, and on this device where the person
 * wanted that; in no workspace, file or link. Methods resolve to a failure instead of rejecting.
 */
export interface Secrets {
  standing(): Promise<SecretsStanding>;
  /** Also `undefined` for a locked secret. */
  read(name: SecretName): Promise<string | undefined>;
  /**
   * Replaces the secret with this name. Resolves to the failure where it cannot be stored as asked; the page has it in
   * any case.
   */
  keep(name: SecretName, secret: string, how: Remembering): Promise<Failure | undefined>;
  /** Resolves to the failure where the secrets could not be deleted from this device. */
  forget(...names: readonly SecretName[]): Promise<Failure | undefined>;
  unlock(passphrase: string): Promise<Failure | undefined>;
}

export function createSecrets(open: () => Promise<SecretStorage>): Secrets {
  const inMemory = new Map<string, { readonly name: SecretName; readonly secret: string }>();
  let lock: OpenLock | undefined;
  let opening: Promise<SecretStorage> | undefined;
  /** Resolves to the failure where the device's storage cannot be used; secrets in memory remain usable. */
  async function stored<Result>(use: (storage: SecretStorage) => Promise<Result>): Promise<Result | Failure> {
    try {
      opening ??= open();
      return await use(await opening);
    } catch (caught) {
      const failure = failureOrThrow(caught);
      // Another tab has replaced the lock: this one opens nothing any more.
      if (failure.code === "passphrase-wrong") lock = undefined;
      else opening = undefined;
      return failure;
    }
  }
  async function unlock(passphrase: string): Promise<Failure | undefined> {
    const opened = await stored((storage) => storage.unlock(passphrase));
    if ("code" in opened) return opened;
    lock = opened;
    return undefined;
  }
  async function remember(name: SecretName, secret: string, how: Remembering): Promise<Failure | undefined> {
    if (how.kind === "page") return (await stored((storage) => storage.forget(name))) ?? undefined;
    if (how.kind === "sealed") {
      const failure = how.passphrase === undefined ? undefined : await unlock(how.passphrase);
      if (failure) return failure;
      if (!lock) return { code: "passphrase-wrong" };
    }
    return (
      (await stored((storage) => storage.keep(name, secret, how.kind === "sealed" ? lock : undefined))) ?? undefined
    );
  }
  return {
    unlock,
    async standing() {
      const onDevice = await stored((storage) => storage.list());
      const hasLock = await stored((storage) => storage.hasLock());
      const opened = lock ? "open" : "locked";
      const kept = "code" in onDevice ? [] : onDevice;
      return { known: standingOf(inMemory, kept, lock !== undefined), lock: hasLock === true ? opened : "none" };
    },
    async read(name) {
      const here = inMemory.get(idOf(name));
      if (here) return here.secret;
      const secret = await stored((storage) => storage.read(name, lock));
      return typeof secret === "string" ? secret : undefined;
    },
    async keep(name, secret, how) {
      inMemory.set(idOf(name), { name, secret });
      return remember(name, secret, how);
    },
    async forget(...names) {
      for (const name of names) inMemory.delete(idOf(name));
      return (await stored((storage) => storage.forget(...names))) ?? undefined;
    },
  };
}

/** Which secrets are in the page's memory or on the device; for one that is in both, the device counts. */
function standingOf(
  inMemory: ReadonlyMap<string, { readonly name: SecretName }>,
  kept: readonly StoredSecret[],
  isOpen: boolean,
): readonly KnownSecret[] {
  const known = new Map<string, KnownSecret>();
  for (const { name } of inMemory.values()) known.set(idOf(name), { ...name, standing: "page" });
  const sealed = isOpen ? "sealed" : "locked";
  for (const { isSealed, ...name } of kept) known.set(idOf(name), { ...name, standing: isSealed ? sealed : "plain" });
  return [...known].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, secret]) => secret);
}

function idOf({ kind, at }: SecretName): string {
  return `${kind} ${at}`;
}

/** The secrets of this page, whatever workspace it shows. */
export const secrets = createSecrets(openSecretStorage);
export interface Forgotten {
  readonly secrets: readonly KnownSecret[];
  /** Whether a model other than the demo was chosen. */
  readonly wasModelChosen: boolean;
  /** Why secrets are still stored on this device. */
  readonly failure?: Failure;
}
