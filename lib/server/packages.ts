/** The location of Python packages. */
export interface PackagesFolder {
  /** Ends with a slash: a whole address, or a path of this site. */
  readonly address: string;
  /** Its origin; absent for a path of this site. */
  readonly origin?: string;
}

/**
 * Reads `SKILLGROUND_PACKAGES`: a folder on this site (`/packages/`), or on another by https or on this computer.
 * @returns `undefined` where it is not set
 * @throws Error for anything else
 */
export function packagesFolder(value: string | undefined): PackagesFolder | undefined {
  const text = value?.trim() ?? "";
  if (text === "") return undefined;
  const folder = text.endsWith("/") ? text : `${text}/`;
  if (/^\/(?:[\w.~-]+\/)*$/.test(folder) && !folder.split("/").includes("..")) return { address: folder };
  const url = URL.canParse(folder) ? new URL(folder) : undefined;
  const isPlain = url && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  const isSafe =
    url?.protocol === "https:" || (url?.protocol === "http:" && /^(?:localhost|127\.0\.0\.1)$/.test(url.hostname));
  if (isPlain && isSafe && !/[*;,\s]/.test(folder)) return { address: url.href, origin: url.origin };
  throw new Error(
    `SKILLGROUND_PACKAGES: ${JSON.stringify(text)} is not the address of a folder such as https://files.example.org/packages/ or /packages/`,
  );
}
