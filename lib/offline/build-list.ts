/** What the worker stores of a build; written by `lib/tasks/service-worker.ts`. */
export interface BuildList {
  /** The build's name, which its pages know, too. */
  readonly version: string;
  /** Changes with every stored file. */
  readonly hash: string;
  /** Files whose content never changes, `/_next/static/…`: address to SHA-256 in base64. */
  readonly assets: Digests;
  /** Files that another build may have with other contents. */
  readonly files: Digests;
  readonly policies: {
    /** The policy of pages, with an empty nonce, and without the operator's origins (`SKILLGROUND_CONNECT`). */
    readonly page: string;
    /** The policy of assets, which a worker's script takes over. */
    readonly asset: string;
  };
}

export type Digests = Readonly<Record<string, string>>;

/** Bytes of the largest stored file or page. */
export const sizeLimit = 1_000_000;
const countLimit = 2000;

/**
 * @throws Error for a list that cannot be this server's own: too long, without a name or the digest of a file, or with
 * an address that is not a file's here.
 */
export function checkList({ version, hash, assets, files }: BuildList): void {
  const refuse = (why: string) => {
    throw new Error(`The list of the build is refused: ${why}.`);
  };
  if (![version, hash].every((name) => /^[\w-]{1,64}$/.test(name))) refuse("it does not name its build");
  const all = [...Object.entries(assets), ...Object.entries(files)];
  if (all.length > countLimit) refuse(`${all.length} files are more than ${countLimit}`);
  if (!Object.keys(assets).every((path) => path.startsWith("/_next/static/"))) refuse("it has assets that are none");
  for (const [path, digest] of all) {
    if (!/^(?:\/[\w.~!$&'()*+,;=:@%-]+){1,32}$/.test(path) || path.length > 1024) refuse("it has what is no address");
    if (!/^[A-Za-z0-9+/]{43}=$/.test(digest)) refuse(`it has no digest of ${path}`);
  }
}

/** SHA-256 in base64. */
export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));
}

/**
 * A policy in the form of `BuildList`: without its nonce and the operator's origins, otherwise unchanged. Only a nonce
 * in this server's own form is removed.
 */
export function comparablePolicy(policy: string): string {
  return policy
    .replace(/'nonce-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}'/, "'nonce-'")
    .replace(/(?<=; connect-src 'self')(?: https?:\/\/[\w.[\]:-]+(?::\*)?)*(?=;|$)/, "");
}
