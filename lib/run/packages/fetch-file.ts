import { sha256 as hashOf } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { uriDecoded } from "#lib/vfs/uri.ts";
import { PackageError } from "./package.ts";

export interface FetchFile {
  /** Most bytes. */
  readonly most: number;
  /** What that limit is; that of one package if absent. */
  readonly limit?: string;
  readonly signal: AbortSignal;
  /** The expected SHA-256, in hexadecimal digits. */
  readonly sha256?: string;
  /** Accepted content types. */
  readonly accept?: string;
  /** Called with the number of bytes received so far. */
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Fetches a file from the packages' origin: without anything of this site (cookies, the page's address), and without following redirects,
 * which lead to places that nobody has allowed.
 * @throws PackageError; the signal's reason if aborted
 */
export async function fetchFile(
  address: string,
  { most, limit, signal, sha256, accept, onBytes }: FetchFile,
): Promise<Uint8Array> {
  const { host, pathname } = new URL(address);
  const name = pathname.slice(pathname.lastIndexOf("/") + 1);
  const file = uriDecoded(name) ?? name;
  const response = await ask(address, { signal, ...(accept !== undefined && { headers: { Accept: accept } }) });
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400))
    throw new PackageError(`${host} redirects ${file} elsewhere, and redirects are not followed.`);
  if (!response.ok)
    throw new PackageError(`${host} does not have ${file || pathname} (${response.status}).`, {
      isMissing: response.status === 404,
    });
  if (Number(response.headers.get("Content-Length") ?? 0) > most) {
    await response.body?.cancel();
    throw tooLarge(file, { most, limit });
  }
  const read = await readBody(response, { most, signal, ...(onBytes && { onBytes }) });
  if (read === "too-large") throw tooLarge(file, { most, limit });
  if (read === "cut")
    throw new PackageError(`The connection to ${host} was cut during the download of ${file}. Run it again.`);
  if (sha256 !== undefined && (await sha256Of(read)) !== sha256)
    throw new PackageError(`${file} does not have the SHA-256 that the list of packages gives, so it was discarded.`);
  return read;
}

export function tooLarge(
  file: string,
  { most, limit = "the limit for one package" }: { readonly most: number; readonly limit?: string | undefined },
): PackageError {
  return new PackageError(`${file} is larger than ${megabytes(most)}, ${limit}.`);
}

export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1e6)} MB`;
}

async function readBody(
  { body }: Response,
  { most, signal, onBytes }: FetchFile,
): Promise<Uint8Array | "too-large" | "cut"> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      parts.push(read.value);
      length += read.value.length;
      if (length > most) {
        await reader?.cancel();
        return "too-large";
      }
      onBytes?.(length);
    }
  } catch {
    signal.throwIfAborted();
    return "cut";
  }
  return joined(parts, length);
}

/** The size of a file in bytes, if its server tells. @throws the signal's reason */
export async function sizeOf(address: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    const response = await ask(address, { signal, method: "HEAD" });
    const length = response.ok ? Number(response.headers.get("Content-Length") ?? Number.NaN) : Number.NaN;
    return Number.isSafeInteger(length) && length >= 0 ? length : undefined;
  } catch (caught) {
    signal.throwIfAborted();
    if (caught instanceof PackageError) return undefined;
    throw caught;
  }
}

async function ask(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, {
      ...init,
      redirect: "manual",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
    });
  } catch (cause) {
    init.signal?.throwIfAborted();
    const sentence = `${new URL(address).host} does not answer. Check that you are online, then run it again.`;
    throw new PackageError(sentence, { cause });
  }
}

/** The SHA-256 of bytes, in hexadecimal digits; computed by the browser on https pages, where it offers that. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  const { subtle } = globalThis.crypto;
  return bytesToHex(subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes.slice())) : hashOf(bytes));
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
