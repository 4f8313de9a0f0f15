import { formatBytes } from "#lib/format-count.ts";
import type { RunPackage } from "#lib/run/packages/package.ts";
import type { FetchProgress, OfferedPackage, PackageOffer, Packages, PackageWant } from "#lib/run/packages/packages.ts";

interface Telling {
  readonly signal: AbortSignal;
  /** Called with a sentence on what is being fetched; with `undefined` once it is there. */
  readonly onFetching?: ((said: string | undefined) => void) | undefined;
}

/**
 * The Python packages that runs get: those that somebody has allowed to be fetched, until the page is left, and those
 * that are stored.
 */
export interface RunPackages {
  /**
   * Which of the wanted packages are available; `undefined` where none is wanted, this site has no packages, or the
   * request was aborted.
   */
  offer(wants: readonly PackageWant[], telling: Telling): Promise<PackageOffer | undefined>;
  /** Finds out whether this site has packages, before a run asks. */
  prepare(signal: AbortSignal): void;
  /** Records that these packages may be fetched. */
  agree(offer: PackageOffer): void;
  /**
   * The packages for a run; `undefined` where this site has none.
   * @param offer what its scripts need: stored packages of it are used without asking
   * @throws the signal's reason
   */
  gather(offer: PackageOffer | undefined, telling: Telling): Promise<Gathered | undefined>;
  /** Bytes of packages that this browser has stored. */
  keptBytes(): Promise<number>;
  /** Deletes the stored packages; runs no longer get them. */
  forget(): Promise<void>;
}

export interface Gathered {
  readonly packages: readonly RunPackage[];
  /** A sentence for each package that could not be fetched. */
  readonly troubles: readonly string[];
}

/** @param open loads the code for packages when it is first needed */
export function createRunPackages(open: () => Promise<Packages>): RunPackages {
  const agreedOn = new Map<string, OfferedPackage>();

  return {
    prepare(signal) {
      // A run that needs it tries again.
      open()
        .then((packages) => packages.isOffered(signal))
        .catch(() => undefined);
    },
    agree({ packages }) {
      for (const each of packages) agreedOn.set(each.name, each);
    },
    async gather(offer, { signal, onFetching }) {
      // A run does not wait for what it may not need: without the code for packages, there are none.
      const packages = await open().catch(() => undefined);
      if (!(await packages?.isOffered(signal)) || !packages) return undefined;
      const kept = offer?.packages.filter(({ isKept }) => isKept) ?? [];
      const wanted = new Map([...kept, ...agreedOn.values()].map((each) => [each.name, each]));
      if (wanted.size === 0) return { packages: [], troubles: [] };
      const all = { host: "", missing: [], troubles: [], packages: [...wanted.values()] };
      const onProgress = (progress: FetchProgress) => onFetching?.(fetchingText("packages", progress));
      const fetched = await packages.fetch(all, { signal, onProgress });
      onFetching?.(undefined);
      const there = new Set(fetched.packages.map(({ file }) => file));
      for (const [name, each] of agreedOn) {
        if (there.has(each.file)) agreedOn.set(name, { ...each, isKept: true });
        else agreedOn.delete(name);
      }
      return fetched;
    },
    keptBytes: async () => (await open()).keptBytes(),
    async forget() {
      agreedOn.clear();
      await (await open()).forget();
    },
    async offer(wants, { signal, onFetching }) {
      if (wants.length === 0) return undefined;
      onFetching?.("Looking for packages");
      try {
        return await (await open()).offer(wants, signal);
      } catch (caught) {
        // The run was aborted; its changes do not depend on this.
        if (signal.aborted) return undefined;
        throw caught;
      } finally {
        onFetching?.(undefined);
      }
    },
  };
}

/** `Fetching Python, 12 % of 9.3 MB`. */
export function fetchingText(what: string, { bytes, fetched }: FetchProgress): string {
  const done = bytes > 0 ? `, ${Math.min(100, Math.floor((100 * fetched) / bytes))} % of ${formatBytes(bytes)}` : "";
  return `Fetching ${what}${done}`;
}
