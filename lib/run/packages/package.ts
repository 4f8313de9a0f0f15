/** A package as its source describes it. Nothing is fetched yet, and nothing but the hash is trusted. */
export interface OfferedFile {
  /** In PEP 503's normalised form: lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly version: string;
  /** File name of the wheel or archive. */
  readonly file: string;
  /** On the source's origin. */
  readonly address: string;
  /** Of the file, in hexadecimal digits. */
  readonly sha256: string;
  /** Names of the packages that it requires. */
  readonly depends: readonly string[];
}

/** A source of packages whose list has been read. */
export interface PackageSource {
  /** The package of a module, such as `pyyaml` for `yaml`. @throws PackageError */
  ofModule(module: string, signal: AbortSignal): Promise<OfferedFile | undefined>;
  /** @param name in any spelling. @throws PackageError */
  named(name: string, signal: AbortSignal): Promise<OfferedFile | undefined>;
}

/** A package for a run: its file's bytes, whose hash was verified. */
export interface RunPackage {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** Why a package is not available: one sentence for the person. */
export class PackageError extends Error {
  /** Whether the server says that the file does not exist. */
  readonly isMissing: boolean;

  constructor(
    sentence: string,
    { isMissing = false, ...options }: ErrorOptions & { readonly isMissing?: boolean } = {},
  ) {
    super(sentence, options);
    this.isMissing = isMissing;
  }
}

/** Normalises a name (PEP 503): `Py_YAML` and `py-yaml` are the same. */
export function packageName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

/** A distribution's name (PEP 508). */
export const namePattern = /^[a-z\d](?:[\w.-]{0,98}[a-z\d])?$/i;

export const packageLimits = {
  /** Most bytes of a list, of one package, and of all packages of a run. */
  listBytes: 8 * 1024 * 1024,
  fileBytes: 100 * 1024 * 1024,
  bytes: 200 * 1024 * 1024,
  /** Most packages of one run, including their requirements. */
  packages: 100,
} as const;

/** The Python for which packages must be built: Pyodide's. */
export const pythonMade = { version: "3.14", abi: "2026_0" } as const;
