import { unlessAborted } from "#lib/async/unless-aborted.ts";
import { type FetchFile, fetchFile, megabytes, sha256Of, sizeOf, tooLarge } from "./fetch-file.ts";
import type { KeptPackages } from "./kept-packages.ts";
import { readLockFile } from "./lock-file.ts";
import {
  type OfferedFile,
  PackageError,
  type PackageSource,
  packageLimits,
  packageName,
  type RunPackage,
} from "./package.ts";
import { simpleIndex } from "./simple-index.ts";

/** A module that a script imports, and the package that contains it, as far as names tell. */
export interface PackageWant {
  readonly module: string;
  readonly name: string;
}

/** A package that a run would be given. */
export interface OfferedPackage extends OfferedFile {
  /** Size of the file, if its server tells. */
  readonly bytes?: number;
  /** Whether it is stored in this browser, and need not be fetched. */
  readonly isKept: boolean;
}

/** Which of the wanted packages are available. */
export interface PackageOffer {
  /** The host that would be asked. */
  readonly host: string;
  /** Including their requirements, which come first. */
  readonly packages: readonly OfferedPackage[];
  /** Names of wanted packages that are not available. */
  readonly missing: readonly string[];
  /** Why something is not offered, one sentence each. */
  readonly troubles: readonly string[];
}

export interface FetchProgress {
  readonly bytes: number;
  readonly fetched: number;
}

/** Python packages from the one place that the site's operator configures; the page fetches them, as runs have no network. */
export interface Packages {
  /** `undefined` if this site has no packages. @throws the signal's reason */
  offer(wants: readonly PackageWant[], signal: AbortSignal): Promise<PackageOffer | undefined>;
  /**
   * Fetches what is not stored, verifies its hash and stores it.
   * @returns the packages, and a sentence for each that failed. @throws the signal's reason
   */
  fetch(offer: PackageOffer, options: FetchPackages): Promise<FetchedPackages>;
  /** Whether this site has packages. */
  isOffered(signal: AbortSignal): Promise<boolean>;
  /** Bytes of packages stored in this browser. */
  keptBytes(): Promise<number>;
  /** Removes everything stored. */
  forget(): Promise<void>;
}

export interface FetchPackages {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: FetchProgress) => void;
}

export interface FetchedPackages {
  readonly packages: readonly RunPackage[];
  readonly troubles: readonly string[];
}

interface PackagesHost {
  readonly kept: KeptPackages;
  /** The absolute address of the configured package folder; `undefined` if there is none. @throws if the server does not answer */
  folder(): Promise<string | undefined>;
}

interface OpenSource {
  readonly host: string;
  readonly source: PackageSource;
}

export function createPackages({ kept, folder }: PackagesHost): Packages {
  let named: Promise<string | undefined> | undefined;
  let opened: OpenSource | undefined;

  /** Without a network, the folder whose list is stored. */
  async function folderNow(signal: AbortSignal): Promise<string | undefined> {
    // One request shared by all callers: aborting one caller does not affect the others.
    named ??= folder();
    try {
      return await unlessAborted(named, signal);
    } catch (caught) {
      if (!signal.aborted) named = undefined;
      const before = caught instanceof PackageError ? await kept.list() : undefined;
      if (before) return before.folder;
      throw caught;
    }
  }

  return {
    async offer(wants, signal) {
      if (wants.length === 0) return undefined;
      try {
        const at = await folderNow(signal);
        if (at === undefined) return undefined;
        opened ??= { host: new URL(at).host, source: await openSource(at, kept, signal) };
        return await offerOf(opened, wants, kept, signal);
      } catch (caught) {
        if (!(caught instanceof PackageError)) throw caught;
        return { host: "", packages: [], missing: wants.map(({ module }) => module), troubles: [caught.message] };
      }
    },
    fetch: (offer, options) => fetchAll(offer, kept, options),
    keptBytes: kept.size,
    forget: kept.forget,
    async isOffered(signal) {
      try {
        return (await folderNow(signal)) !== undefined;
      } catch (caught) {
        // A person who lacks something is then told that the server does not answer.
        if (caught instanceof PackageError) return true;
        throw caught;
      }
    },
  };
}

/**
 * Reads Pyodide's list; without one, treats the folder as an index like PyPI's; without an answer, as without a network, uses the stored
 * list of the same folder.
 */
async function openSource(folder: string, kept: KeptPackages, signal: AbortSignal): Promise<PackageSource> {
  try {
    const address = new URL("pyodide-lock.json", folder).href;
    const text = new TextDecoder().decode(await fetchFile(address, { most: packageLimits.listBytes, signal }));
    const source = readLockFile(text, folder);
    await kept.keepList({ folder, text });
    return source;
  } catch (caught) {
    if (!(caught instanceof PackageError)) throw caught;
    if (caught.isMissing) return simpleIndex(folder);
    const before = await kept.list();
    if (before?.folder !== folder) throw caught;
    return readLockFile(before.text, folder);
  }
}

async function offerOf(
  { host, source }: OpenSource,
  wants: readonly PackageWant[],
  kept: KeptPackages,
  signal: AbortSignal,
): Promise<PackageOffer> {
  const chosen = new Map<string, OfferedFile>();
  const missing: string[] = [];
  const troubles: string[] = [];

  /** Adds a package's requirements, and then the package itself. */
  async function add(file: OfferedFile, above: readonly string[]): Promise<void> {
    if (chosen.has(file.name) || above.includes(file.name)) return;
    for (const need of file.depends) {
      const needed = await source.named(need, signal);
      if (needed) await add(needed, [...above, file.name]);
      else troubles.push(`${file.name} needs ${packageName(need)}, which ${host} does not have.`);
      if (chosen.size > packageLimits.packages)
        throw new PackageError(`${file.name} needs more packages than a run may have.`);
    }
    chosen.set(file.name, file);
  }

  for (const { module, name } of wants) {
    const file = (await source.ofModule(module, signal)) ?? (await source.named(name, signal));
    if (file) await add(file, []);
    else missing.push(module);
  }
  const packages = await Promise.all(
    [...chosen.values()].map(async (file): Promise<OfferedPackage> => {
      if (await kept.hasFile(file.sha256)) return { ...file, isKept: true };
      const bytes = await sizeOf(file.address, signal);
      return { ...file, isKept: false, ...(bytes !== undefined && { bytes }) };
    }),
  );
  return { host, packages, missing, troubles };
}

async function fetchAll(
  { packages }: PackageOffer,
  kept: KeptPackages,
  { signal, onProgress }: FetchPackages,
): Promise<FetchedPackages> {
  const there: RunPackage[] = [];
  const troubles: string[] = [];
  const bytes = packages.reduce((sum, each) => sum + (each.isKept ? 0 : (each.bytes ?? 0)), 0);
  let before = 0;
  let all = 0;
  for (const each of packages) {
    signal.throwIfAborted();
    try {
      const size = sizeLimit(packageLimits.bytes - all);
      const onBytes = (count: number) => onProgress({ bytes, fetched: before + count });
      const content = (await keptFile(each, kept)) ?? (await fetchChecked(each, kept, { ...size, signal, onBytes }));
      if (content.length > size.most) throw tooLarge(each.file, size);
      all += content.length;
      if (!each.isKept) before += content.length;
      there.push({ file: each.file, bytes: content });
    } catch (caught) {
      if (!(caught instanceof PackageError)) throw caught;
      troubles.push(caught.message);
    }
  }
  return { packages: there, troubles };
}

/** How large a package may be. @param left bytes that the run's packages may still have together */
function sizeLimit(left: number): Pick<FetchFile, "most" | "limit"> {
  const { fileBytes, bytes } = packageLimits;
  if (left >= fileBytes) return { most: fileBytes };
  return { most: left, limit: `what is left of the ${megabytes(bytes)} for the packages of one run` };
}

/** The stored file; verified again, because other code may write to this site's caches. */
async function keptFile({ sha256 }: OfferedFile, kept: KeptPackages): Promise<Uint8Array | undefined> {
  const bytes = await kept.file(sha256);
  return bytes && (await sha256Of(bytes)) === sha256 ? bytes : undefined;
}

async function fetchChecked(
  { address, sha256 }: OfferedFile,
  kept: KeptPackages,
  options: FetchFile,
): Promise<Uint8Array> {
  const bytes = await fetchFile(address, { ...options, sha256 });
  await kept.keepFile(sha256, bytes);
  return bytes;
}
