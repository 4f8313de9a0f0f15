import { FailureError, failureOf } from "#lib/failure.ts";
import type { GitHttp, GitHttpAnswer } from "./git-http.ts";
import { readPackets } from "./packet-line.ts";

/** What a server says of a repository before anything is asked of it. */
export interface Advertisement {
  /** 2, or 0 for what came before it (1 is 0 with one line more). */
  readonly version: 0 | 2;
  /** Whether it can leave out the contents of files until they are asked for by id. */
  readonly filters: boolean;
  /** The answer itself: before version 2 it is the list of all refs. */
  readonly answer: Pick<GitHttpAnswer, "headers"> & { readonly bytes: Uint8Array };
}

/**
 * Asks the repository at `url` in `version`; a server that does not know it answers in its own. Throws `not-git`,
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
  // Before version 2 the capabilities stand behind the first ref, after a NUL.
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

/** All of `pieces` in one. */
async function collectBytes(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of pieces) all.push(new Uint8Array(piece));
  return new Uint8Array(await new Blob(all).arrayBuffer());
}

/**
 * Bytes of one list of refs. What is kept for each is several times its line, and servers of before version 2 list
 * all they have: this is about 250,000, twice the pull requests of the busiest repositories.
 */
const refLimit = 16 * 1024 * 1024;

/** The pieces of a list of refs as they come. Throws `too-many-refs` once they are more than a repository has. */
export async function* upToRefLimit(pieces: AsyncIterable<Uint8Array>, url: string): AsyncGenerator<Uint8Array, void> {
  let received = 0;
  for await (const piece of pieces) {
    received += piece.length;
    if (received > refLimit) throw new FailureError({ code: "too-many-refs", url, limit: refLimit });
    yield piece;
  }
}
