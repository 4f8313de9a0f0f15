import { FailureError, failureOf } from "#lib/failure.ts";
import type { Advertisement } from "./advertisement.ts";
import type { GitHttp } from "./git-http.ts";
import { delimiterPacket, flushPacket, packetLine, readPackets } from "./packet-line.ts";
import { postCommand } from "./post-command.ts";
import { upToRefLimit } from "./ref-limit.ts";

/** A branch, a tag or `HEAD` as the server names it. */
export interface ServerRef {
  /** `HEAD`, `refs/heads/main`, `refs/tags/v1.0` … */
  readonly name: string;
  readonly id: string;
  /** The branch that `HEAD` stands for, in full. */
  readonly target?: string;
}

/** The refs whose full names begin with any of `prefixes`. */
export type ListRefs = (prefixes: readonly string[]) => Promise<readonly ServerRef[]>;

/**
 * How `resolveSource` asks the repository at `url` for its refs. With version 2 the server sends only what matches;
 * without it the whole list has come already. Which it is, is not waited for: nearly every server knows version 2.
 */
export function refLister(http: GitHttp, url: string, advertisement: Promise<Advertisement>): ListRefs {
  return async (prefixes) => {
    const early = askRefs(http, url, prefixes);
    // It counts only if the server turns out to know it.
    early.catch(() => undefined);
    const advertised = await advertisement;
    // Asked again where it failed: a repository that has moved says so only in the advertisement.
    if (advertised.version === 2) return early.catch(() => askRefs(http, url, prefixes));
    // Few servers are this old: isomorphic-git, which reads them, is loaded for those alone.
    const { readOldRefs } = await import("./old-refs.ts");
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

/** `undefined` for a line that is no ref: of a server that answers in another version, or of a branch not yet born. */
function parseRef(line: string): ServerRef | undefined {
  const match = /^([0-9a-f]{40}) (\S+)(?: symref-target:(\S+))?/.exec(line);
  if (!match?.[1] || !match[2]) return undefined;
  return { name: match[2], id: match[1], ...(match[3] !== undefined && { target: match[3] }) };
}
