import { Errors, type HttpClient, listServerRefs } from "isomorphic-git";
import { FailureError, failureOf } from "#lib/failure.ts";
import { type GitHttp, type GitHttpAnswer, postCommand } from "./git-http.ts";
import { delimiterPacket, flushPacket, packetLine, readPackets } from "./packet-line.ts";

/** What a server says about a repository before anything is requested. */
export interface Advertisement {
  /** Protocol version: 2, or 0 for older ones (version 1 is version 0 with one more line). */
  readonly version: 0 | 2;
  /** Whether the server can leave out the contents of files until they are requested by id. */
  readonly filters: boolean;
  /** The answer itself: before version 2 it is the list of all refs. */
  readonly answer: Pick<GitHttpAnswer, "headers"> & { readonly bytes: Uint8Array };
}

/**
 * Asks the repository at `url` in `version`; a server that does not support it answers in its own. Throws `not-git`,
 * `too-many-refs`, and `format-unknown` for a repository whose ids are not SHA-1.
 */
export async function askAdvertisement(http: GitHttp, url: string, version: 0 | 2): Promise<Advertisement> {
  const { headers, body } = await http({
    url: `${url}/info/refs?service=git-upload-pack`,
    method: "GET",
    headers: version === 2 ? { "git-protocol": "version=2" } : {},
  });
  const bytes = await collectBytes(upToRefLimit(body, url));
  const lines = await readLines(bytes, url);
  const isVersion2 = lines.includes("version 2");
  // Before version 2 the capabilities follow the first ref, after a NUL.
  const capabilities = isVersion2
    ? lines
    : (lines
        .find((line) => line.includes("\0"))
        ?.split("\0")[1]
        ?.split(" ") ?? []);
  checkFormat(capabilities, url);
  const fetchFeatures = isVersion2
    ? capabilities
        .find((line) => line.startsWith("fetch="))
        ?.slice(6)
        .split(" ")
    : [];
  return {
    version: isVersion2 ? 2 : 0,
    filters: fetchFeatures?.includes("filter") === true,
    answer: { headers, bytes },
  };
}

function checkFormat(capabilities: readonly string[], url: string): void {
  const format = capabilities.find((capability) => capability.startsWith("object-format="))?.slice(14);
  if (format !== undefined && format !== "sha1") throw new FailureError({ code: "format-unknown", url, format });
}

async function readLines(bytes: Uint8Array, url: string): Promise<readonly string[]> {
  const lines: string[] = [];
  try {
    for await (const packets of readPackets([bytes])) {
      for (const packet of packets) if (packet) lines.push(new TextDecoder().decode(packet).replace(/\n$/, ""));
    }
  } catch (error) {
    if (failureOf(error)?.code !== "pack-damaged") throw error;
    throw new FailureError({ code: "not-git", url }, { cause: error });
  }
  return lines;
}

/** Joins all of `pieces`. */
async function collectBytes(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of pieces) all.push(new Uint8Array(piece));
  return new Uint8Array(await new Blob(all).arrayBuffer());
}

/**
 * The most bytes of one list of refs. Memory for each is several times its line, and servers before version 2 list
 * everything: this is about 250,000 refs, twice the pull requests of the busiest repositories.
 */
const refLimit = 16 * 1024 * 1024;

/** The pieces of a list of refs as they arrive. Throws `too-many-refs` once they exceed the limit. */
async function* upToRefLimit(pieces: AsyncIterable<Uint8Array>, url: string): AsyncGenerator<Uint8Array, void> {
  let received = 0;
  for await (const piece of pieces) {
    received += piece.length;
    if (received > refLimit) throw new FailureError({ code: "too-many-refs", url, limit: refLimit });
    yield piece;
  }
}

/** A branch, a tag or `HEAD` as the server names it. */
export interface ServerRef {
  /** `HEAD`, `refs/heads/main`, `refs/tags/v1.0` … */
  readonly name: string;
  readonly id: string;
  /** The full name of the branch for which `HEAD` stands. */
  readonly target?: string;
}

/** The refs whose full names begin with any of `prefixes`. */
export type ListRefs = (prefixes: readonly string[]) => Promise<readonly ServerRef[]>;

/**
 * A function with which `resolveSource` lists the refs of the repository at `url`. With version 2 the server sends only
 * what matches; without it the whole list has already arrived. It does not wait to learn which: nearly every server
 * supports version 2.
 */
export function refLister(http: GitHttp, url: string, advertisement: Promise<Advertisement>): ListRefs {
  return async (prefixes) => {
    const early = askRefs(http, url, prefixes);
    // The answer is used only if the server turns out to speak version 2.
    early.catch(() => undefined);
    const advertised = await advertisement;
    // Requested again after a failure: a repository that has moved says so only in the advertisement.
    if (advertised.version === 2) return early.catch(() => askRefs(http, url, prefixes));
    // Few servers are this old: isomorphic-git, which reads them, is loaded only for those.
    const { readOldRefs } = await import("./list-refs.ts");
    const refs = await readOldRefs(url, advertised);
    return refs.filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix)));
  };
}

/** The command `ls-refs` (gitprotocol-v2). */
async function askRefs(http: GitHttp, url: string, prefixes: readonly string[]): Promise<readonly ServerRef[]> {
  const refs: ServerRef[] = [];
  const wanted = prefixes.map((prefix) => packetLine(`ref-prefix ${prefix}\n`)).join("");
  const command = packetLine("command=ls-refs\n") + delimiterPacket + packetLine("symrefs\n") + wanted + flushPacket;
  const body = await postCommand(http, url, { version: 2, command });
  try {
    for await (const packets of readPackets(upToRefLimit(body, url))) {
      refs.push(...packets.flatMap((packet) => (packet && parseRef(new TextDecoder().decode(packet))) ?? []));
    }
  } catch (error) {
    if (failureOf(error)?.code !== "pack-damaged") throw error;
    throw new FailureError({ code: "not-git", url }, { cause: error });
  }
  return refs;
}

/**
 * `undefined` for a line that is not a ref: from a server that answers in another version, or for a branch without
 * commits.
 */
function parseRef(line: string): ServerRef | undefined {
  const match = /^([0-9a-f]{40}) (\S+)(?: symref-target:(\S+))?/.exec(line);
  if (!match?.[1] || !match[2]) return undefined;
  return { name: match[2], id: match[1], ...(match[3] !== undefined && { target: match[3] }) };
}

/** All refs in the advertisement of a server that does not speak version 2. Throws `not-git`. */
export async function readOldRefs(url: string, { answer }: Advertisement): Promise<readonly ServerRef[]> {
  try {
    const refs = await listServerRefs({ http: alreadyAnswered(answer), url, protocolVersion: 1, symrefs: true });
    return refs
      .filter(({ oid }) => /^[0-9a-f]{40}$/.test(oid))
      .map(({ ref, oid, target }) => ({ name: ref, id: oid, ...(target !== undefined && { target }) }));
  } catch (error) {
    if (!isReadingError(error)) throw error;
    throw new FailureError({ code: "not-git", url }, { cause: error });
  }
}

function isReadingError(error: unknown): boolean {
  const kinds = [Errors.SmartHttpError, Errors.ParseError, Errors.EmptyServerResponseError, Errors.InternalError];
  return kinds.some((kind) => error instanceof kind);
}

/** The only addition of version 1, which isomorphic-git does not know. */
const versionLine = packetLine("version 1\n");

function withoutVersion(bytes: Uint8Array): Uint8Array {
  // If present, it follows the line that names the service.
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 64));
  const at = head.indexOf(versionLine);
  if (at < 0) return bytes;
  const rest = bytes.slice(versionLine.length);
  rest.set(bytes.subarray(0, at));
  return rest;
}

/** An HTTP client with a complete answer: isomorphic-git would take a broken body for one that ended. */
function alreadyAnswered({ headers, bytes }: Advertisement["answer"]): HttpClient {
  return {
    request: async ({ url }) => ({
      url,
      headers: { ...headers },
      statusCode: 200,
      statusMessage: "OK",
      body: once(withoutVersion(bytes)),
    }),
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}
