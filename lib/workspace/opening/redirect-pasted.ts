import { parseSource } from "#lib/git/source/parse-source.ts";
import { formatLink, parseLink } from "#lib/share/link.ts";

/** A host name with a dot, and a path; the scheme may have lost a slash to a proxy that merges slashes. */
const pasted = /^\/(?:https?:\/{1,2})?(?<address>(?:[a-z0-9-]+\.)+[a-z]{2,}\/.+)$/i;

/**
 * The link for a repository's address that was pasted after this site's own (`/github.com/acme/skills/tree/main/pdf`);
 * `undefined` for every other path.
 */
export function redirectPasted(pathname: string): string | undefined {
  const address = pasted.exec(pathname)?.groups?.address;
  const parsed = address === undefined ? undefined : parseSource(`https://${address}`);
  if (parsed?.kind !== "source") return undefined;
  const link = formatLink({ source: parsed.source });
  // The source box accepts more addresses than links do.
  return parseLink(link, "") && link;
}
