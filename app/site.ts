import { headers } from "next/headers";

/** The site's name in tabs, search results, link cards and on a home screen. */
export const siteTitle = "Skillground: try any agent skill, nothing to install";
export const siteDescription =
  "Open a repository of agent skills in the browser, see which of them Claude Code, Codex and other agents would load, and watch a model use them. Nothing to install, no account, no key.";

/** The site's own origin, read from the request; `undefined` where the request does not tell. */
export async function siteOrigin(): Promise<URL | undefined> {
  const asked = await headers();
  const host = asked.get("x-forwarded-host") ?? asked.get("host");
  return URL.parse(`${asked.get("x-forwarded-proto") ?? "http"}://${host}`) ?? undefined;
}
