import type { RunPackage } from "#lib/run/packages/package.ts";
import type { FetchProgress, OfferedPackage, PackageOffer, Packages, PackageWant } from "#lib/run/packages/packages.ts";

interface Telling {
  readonly signal: AbortSignal;
  /** What is fetched, in a sentence; nothing once it is there. */
  readonly onFetching?: ((said: string | undefined) => void) | undefined;
}

/** Which packages for Python runs get: those that somebody has said may be fetched, from then on until the page is left, and those that are kept. */
export interface RunPackages {
  /** What of that can be had; `undefined` where nothing is wanted, or this site has no packages, or nobody waits any more. */
  offer(wants: readonly PackageWant[], telling: Telling): Promise<PackageOffer | undefined>;
  /** Learns whether this site has packages, before a run asks. */
  prepare(signal: AbortSignal): void;
  /** Somebody has said that these may be fetched. */
  agree(offer: PackageOffer): void;
  /**
   * What a run gets; `undefined` where this site has no packages.
   * @param offer of what its scripts want: what is kept of it is given without a question
   * @throws the signal's reason
   */
  gather(offer: PackageOffer | undefined, telling: Telling): Promise<Gathered | undefined>;
  /** Bytes that this browser keeps of packages. */
  keptBytes(): Promise<number>;
  /** Removes what is kept; runs get none of it any more. */
  forget(): Promise<void>;
}

export interface Gathered {
  readonly packages: readonly RunPackage[];
  /** A sentence for each that did not come. */
  readonly troubles: readonly string[];
}

/** @param open the page's packages, fetched when they are first asked for */
export function createRunPackages(open: () => Promise<Packages>): RunPackages {
  const agreedOn = new Map<string, OfferedPackage>();

  return {
    prepare(signal) {
      // A run that needs it asks again.
      open()
        .then((packages) => packages.isOffered(signal))
        .catch(() => undefined);
    },
    agree({ packages }) {
      for (const each of packages) agreedOn.set(each.name, each);
    },
    async gather(offer, { signal, onFetching }) {
      // A run does not wait for what it may not need: without the part that asks for packages, there are none.
      const packages = await open().catch(() => undefined);
      if (!(await packages?.isOffered(signal)) || !packages) return undefined;
      const kept = offer?.packages.filter(({ isKept }) => isKept) ?? [];
      const wanted = new Map([...kept, ...agreedOn.values()].map((each) => [each.name, each]));
      if (wanted.size === 0) return { packages: [], troubles: [] };
      const all = { host: "", missing: [], troubles: [], packages: [...wanted.values()] };
      const onProgress = (progress: FetchProgress) => onFetching?.(fetchingText(progress));
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
        // The run has ended: who does not wait for this has what it changed all the same.
        if (signal.aborted) return undefined;
        throw caught;
      } finally {
        onFetching?.(undefined);
      }
    },
  };
}

function fetchingText({ bytes, fetched }: FetchProgress): string {
  const done = bytes > 0 ? `, ${Math.min(100, Math.floor((100 * fetched) / bytes))} % of ${megabytes(bytes)}` : "";
  return `Fetching packages${done}`;
}

/** `2.1 MB`; never less than 0.1. */
export function megabytes(bytes: number): string {
  return `${Math.max(0.1, bytes / 1e6).toFixed(1)} MB`;
}
