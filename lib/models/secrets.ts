import { type Failure, failureOf } from "#lib/failure.ts";
import {
  type OpenLock,
  openSecretStorage,
  type SecretName,
  type SecretStorage,
  type StoredSecret,
} from "#lib/storage/storage-secrets.ts";

/** A secret that was given, without itself, for showing. */
export interface KnownSecret extends SecretName {
  /**
   * Where it is: in this page's memory only, on this device as it was given, on this device encrypted and opened by the passphrase,
   * or the same and not opened since the page was loaded.
   */
  readonly standing: "page" | "plain" | "sealed" | "locked";
}

/** How a secret is to be kept. */
export type Remembering =
  /** As long as the page. */
  | { readonly kind: "page" }
  /** On this device, as it is. */
  | { readonly kind: "plain" }
  /** On this device, encrypted. The passphrase may be absent where the lock is open; it makes one where there is none. */
  | { readonly kind: "sealed"; readonly passphrase?: string };

export interface SecretsStanding {
  /** In the order of kinds and names. */
  readonly known: readonly KnownSecret[];
  readonly lock: "none" | "locked" | "open";
}

/**
 * The tokens of git hosts and the keys of model providers: in this page's memory, and on this device where the person wanted
 * that; in no workspace, file or link. Failures resolve, as what they came to.
 */
export interface Secrets {
  standing(): Promise<SecretsStanding>;
  /** `undefined` also for one that is locked. */
  read(name: SecretName): Promise<string | undefined>;
  /** Replaces what was kept under the name. Resolves to why it is not remembered as it should be; the page has it in any case. */
  keep(name: SecretName, secret: string, how: Remembering): Promise<Failure | undefined>;
  /** Resolves to the reason where it could not be deleted from this device. */
  forget(...names: readonly SecretName[]): Promise<Failure | undefined>;
  unlock(passphrase: string): Promise<Failure | undefined>;
}

export function createSecrets(open: () => Promise<SecretStorage>): Secrets {
  const inMemory = new Map<string, { readonly name: SecretName; readonly secret: string }>();
  let lock: OpenLock | undefined;
  let opening: Promise<SecretStorage> | undefined;
  /** Resolves to the failure where the device's storage cannot be used; what is in memory still can. */
  async function stored<Result>(use: (storage: SecretStorage) => Promise<Result>): Promise<Result | Failure> {
    try {
      opening ??= open();
      return await use(await opening);
    } catch (caught) {
      const failure = failureOf(caught);
      if (!failure) throw caught;
      // Another tab has another lock by now: this one opens nothing any more.
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

/** What is in the page's memory or on the device; of what is both, that it stays on the device counts. */
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

/** The secrets of this page, whichever workspace it shows. */
export const secrets = createSecrets(openSecretStorage);
/** What is gone after everything was to be forgotten. */
export interface Forgotten {
  readonly secrets: readonly KnownSecret[];
  /** Whether another model than the demo was chosen. */
  readonly wasModelChosen: boolean;
  /** Why what was remembered on this device is still there. */
  readonly failure?: Failure;
}
