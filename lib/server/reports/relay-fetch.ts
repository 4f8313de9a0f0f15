import { createHash } from "node:crypto";
import { type RelayDeps, relayGit } from "#lib/server/relay/git-relay.ts";
import { addressHeader, networkOf } from "#lib/server/visitor.ts";
import { relayOrigin } from "./make-report.ts";

/**
 * One for each source that a network asks about, as pages have one each: a session of all reports together could be used up by anybody,
 * and one of a network by fifty of its repositories. What a network may ask in all is counted beside it.
 */
function sessionOf(address: string | null, subject: string): string {
  const network = networkOf(address ?? "");
  return `reports-${createHash("sha256").update(`${network} ${subject}`).digest("hex").slice(0, 32)}`;
}

/**
 * Gives git's requests to the relay as a page's would be: its guard, its limits and its kept answers hold, and no token is ever
 * sent.
 * @param address who asks, as the front door wrote it
 * @param subject what is asked about: the address
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
