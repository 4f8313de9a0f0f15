import { FailureError } from "#lib/failure.ts";

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
