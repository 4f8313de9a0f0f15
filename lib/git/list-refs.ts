import { Errors, type HttpClient, listServerRefs } from "isomorphic-git";
import { FailureError } from "#lib/failure.ts";
import type { GitHttp } from "./git-http.ts";

/** A branch, a tag or `HEAD` as the server names it. */
export interface ServerRef {
  /** `HEAD`, `refs/heads/main`, `refs/tags/v1.0` … */
  readonly name: string;
  readonly id: string;
  /** The branch that `HEAD` stands for, in full. */
  readonly target?: string;
}

/** The refs whose full names begin with `prefix`. */
export type ListRefs = (prefix: string) => Promise<readonly ServerRef[]>;

/**
 * How `resolveSource` asks the repository at `url` for its refs. With version 2 the server sends only what
 * matches; without it the whole list comes, which is megabytes for some.
 */
export function refLister(http: GitHttp, url: string, protocolVersion: 1 | 2): ListRefs {
  return async (prefix) => {
    try {
      const refs = await listServerRefs({ http: wholeAnswers(http), url, protocolVersion, prefix, symrefs: true });
      // A server that answers in another version leaves lines that are no refs.
      return refs
        .filter(({ oid }) => /^[0-9a-f]{40}$/.test(oid))
        .map(({ ref, oid, target }) => ({ name: ref, id: oid, ...(target !== undefined && { target }) }));
    } catch (error) {
      if (error instanceof FailureError || !isReadingError(error)) throw error;
      throw new FailureError({ code: "not-git", url }, { cause: error });
    }
  };
}

function isReadingError(error: unknown): boolean {
  const kinds = [Errors.SmartHttpError, Errors.ParseError, Errors.EmptyServerResponseError, Errors.InternalError];
  return kinds.some((kind) => error instanceof kind);
}

/** isomorphic-git takes a body that breaks for one that ends, so it gets bodies that have arrived. */
function wholeAnswers(http: GitHttp): HttpClient {
  return {
    async request({ url, method, headers, body }) {
      const sent = body ? { body: await collect(body) } : {};
      const answer = await http({ url, method: method === "POST" ? "POST" : "GET", headers: headers ?? {}, ...sent });
      const whole = await collect(answer.body);
      return { url, headers: { ...answer.headers }, statusCode: 200, statusMessage: "OK", body: once(whole) };
    },
  };
}

async function collect(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of pieces) all.push(new Uint8Array(piece));
  return new Uint8Array(await new Blob(all).arrayBuffer());
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}
