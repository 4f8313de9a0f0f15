/** A package that a source offers, as it says of it. Nothing of it is fetched yet, and nothing of it is believed but the hash. */
export interface OfferedFile {
  /** As PEP 503 writes names: small letters, digits and hyphens. */
  readonly name: string;
  readonly version: string;
  /** A wheel's or archive's own name. */
  readonly file: string;
  /** On the source's origin. */
  readonly address: string;
  /** Of the file, in hexadecimal digits. */
  readonly sha256: string;
  /** Names of the packages that it cannot do without. */
  readonly depends: readonly string[];
}

/** Where packages come from, once its list is read. */
export interface PackageSource {
  /** What a module (`yaml`) is part of (`pyyaml`). @throws PackageError */
  ofModule(module: string, signal: AbortSignal): Promise<OfferedFile | undefined>;
  /** @param name in any spelling. @throws PackageError */
  named(name: string, signal: AbortSignal): Promise<OfferedFile | undefined>;
}

/** A package as a run gets it: the bytes of its file, which are what their hash says. */
export interface RunPackage {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** Why a package is not there: one sentence for whoever waits for it. */
export class PackageError extends Error {
  /** Whether its server says that there is no such file. */
  readonly isMissing: boolean;

  constructor(
    sentence: string,
    { isMissing = false, ...options }: ErrorOptions & { readonly isMissing?: boolean } = {},
  ) {
    super(sentence, options);
    this.isMissing = isMissing;
  }
}

/** PEP 503: `Py_YAML` and `py-yaml` are one name. */
export function packageName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

/** A distribution's name (PEP 508). */
export const namePattern = /^[a-z\d](?:[\w.-]{0,98}[a-z\d])?$/i;

export const packageLimits = {
  /** Bytes of a list of packages, of one package, and of all that a run gets. */
  listBytes: 8 * 1024 * 1024,
  fileBytes: 100 * 1024 * 1024,
  bytes: 200 * 1024 * 1024,
  /** Packages of one run, with what they need. */
  packages: 100,
} as const;

/** The Python that packages have to be made for: Pyodide's. */
export const pythonMade = { version: "3.14", abi: "2026_0" } as const;
