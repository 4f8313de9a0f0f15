/** What of a build the worker keeps; written by `lib/tasks/service-worker.ts`. */
export interface BuildList {
  /** The build's name, which pages of it know, too. */
  readonly version: string;
  /** Changes with every file that is kept. */
  readonly hash: string;
  /** Files whose content never changes, `/_next/static/…`: the SHA-256 of each, in base64, by its address. */
  readonly assets: Digests;
  /** Files that another build may have with other contents. */
  readonly files: Digests;
  readonly policies: {
    /** Of pages, with an empty nonce, and without what an operator lets them reach (`SKILLGROUND_CONNECT`). */
    readonly page: string;
    /** Of assets: a worker's script takes it on. */
    readonly asset: string;
  };
}

export type Digests = Readonly<Record<string, string>>;

/** Bytes of the largest file or page that is kept. */
export const sizeLimit = 1_000_000;
const countLimit = 2000;

/**
 * @throws Error for a list that cannot be this server's own: too long, without a name or the digest of a file, or with an address that is
 * none of a file here.
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
 * A policy as `BuildList` has it: its nonce and what an operator adds are taken out, everything else stays. A nonce is taken for one only in
 * the form that this server gives it.
 */
export function comparablePolicy(policy: string): string {
  return policy
    .replace(/'nonce-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}'/, "'nonce-'")
    .replace(/(?<=; connect-src 'self')(?: https?:\/\/[\w.[\]:-]+(?::\*)?)*(?=;|$)/, "");
}
