import { createHash } from "node:crypto";
import { type RelayDeps, relayGit } from "#lib/server/relay/git-relay.ts";
import { addressHeader, networkOf } from "#lib/server/visitor.ts";
import { relayOrigin } from "./make-report.ts";

/**
 * A session for each source that a network asks about, like a page's. A single session for all reports could be used up
 * by anybody, and one for a network by fifty of its repositories. The network's total is limited separately.
 */
function sessionOf(address: string | null, subject: string): string {
  const network = networkOf(address ?? "");
  return `reports-${createHash("sha256").update(`${network} ${subject}`).digest("hex").slice(0, 32)}`;
}

/**
 * Sends git's requests to the relay like a page's: its guard, its limits and its kept answers hold, and no token is
 * ever sent.
 * @param address the visitor's, as the front server wrote it
 * @param subject the address that is asked about
 */
export function relayFetch(relay: RelayDeps, address: string | null, subject: string): typeof fetch {
  const session = sessionOf(address, subject);
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    const page = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" };
    for (const [name, value] of Object.entries(page)) headers.set(name, value);
    headers.set("origin", relayOrigin);
    headers.set("x-skillground-session", session);
    headers.delete("authorization");
    if (address !== null) headers.set(addressHeader, address);
    return relayGit(new Request(String(input), { ...init, headers }), relay);
  };
}
