import { Errors, type HttpClient, listServerRefs } from "isomorphic-git";
import { FailureError } from "#lib/failure.ts";
import type { Advertisement } from "./advertisement.ts";
import type { ServerRef } from "./list-refs.ts";
import { packetLine } from "./packet-line.ts";

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

/** All that version 1 has beyond what came before it; isomorphic-git does not know it. */
const versionLine = packetLine("version 1\n");

function withoutVersion(bytes: Uint8Array): Uint8Array {
  // It stands behind the line that names the service, if at all.
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 64));
  const at = head.indexOf(versionLine);
  if (at < 0) return bytes;
  const rest = bytes.slice(versionLine.length);
  rest.set(bytes.subarray(0, at));
  return rest;
}

/** isomorphic-git takes a body that breaks for one that ends, so it gets one that has arrived. */
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
