import { Errors, type HttpClient, listServerRefs } from "isomorphic-git";
import { FailureError } from "#lib/failure.ts";
import type { Advertisement } from "./advertisement.ts";
import type { ServerRef } from "./list-refs.ts";

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

/** isomorphic-git takes a body that breaks for one that ends, so it gets one that has arrived. */
function alreadyAnswered({ headers, bytes }: Advertisement["answer"]): HttpClient {
  return {
    request: async ({ url }) => ({
      url,
      headers: { ...headers },
      statusCode: 200,
      statusMessage: "OK",
      body: once(bytes),
    }),
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}
