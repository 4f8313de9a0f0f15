import { type Failure, failureOf } from "#lib/failure.ts";
import { openTokenStorage, type TokenStorage } from "#lib/storage/storage-tokens.ts";

/** A git host that a token was given for, without the token, for showing. */
export interface KnownHost {
  readonly host: string;
  /** Whether it stays on this device; otherwise it is gone with the page. */
  readonly isRemembered: boolean;
}

/**
 * The read-only tokens of git hosts. They are in this page's memory, and on this device where the person wanted that;
 * in no workspace, file, link or state.
 */
export interface HostTokenStore {
  /** In the order of their names. */
  list(): Promise<readonly KnownHost[]>;
  tokenFor(host: string): Promise<string | undefined>;
  /** Replaces the host's token. Resolves to why it is not remembered on this device, where it should be. */
  keep(host: string, token: string, remember: boolean): Promise<Failure | undefined>;
  /** Resolves to the reason where it could not be deleted from this device. */
  forget(host: string): Promise<Failure | undefined>;
}

export function createHostTokens(open: () => Promise<TokenStorage>): HostTokenStore {
  const inMemory = new Map<string, string>();
  let opening: Promise<TokenStorage> | undefined;
  /** Resolves to the failure where the device's storage cannot be used; the tokens in memory still can. */
  async function stored<Result>(use: (storage: TokenStorage) => Promise<Result>): Promise<Result | Failure> {
    try {
      opening ??= open();
      return await use(await opening);
    } catch (caught) {
      opening = undefined;
      const failure = failureOf(caught);
      if (!failure) throw caught;
      return failure;
    }
  }
  async function remembered(): Promise<readonly string[]> {
    const hosts = await stored((storage) => storage.hosts());
    return "code" in hosts ? [] : hosts;
  }
  return {
    async list() {
      const onDevice = new Set(await remembered());
      const hosts = [...new Set([...inMemory.keys(), ...onDevice])].sort();
      return hosts.map((host) => ({ host, isRemembered: onDevice.has(host) }));
    },
    async tokenFor(host) {
      if (inMemory.has(host)) return inMemory.get(host);
      const token = await stored((storage) => storage.read(host));
      return typeof token === "string" ? token : undefined;
    },
    async keep(host, token, remember) {
      inMemory.set(host, token);
      return (await stored((storage) => (remember ? storage.keep(host, token) : storage.forget(host)))) ?? undefined;
    },
    async forget(host) {
      inMemory.delete(host);
      return (await stored((storage) => storage.forget(host))) ?? undefined;
    },
  };
}

/** The tokens of this page, whichever workspace it shows. */
export const hostTokens = createHostTokens(openTokenStorage);
