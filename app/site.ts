import { headers } from "next/headers";

/** The site's name in tabs, search results, link cards and on a home screen. */
export const siteTitle = "Skillground: try any agent skill, nothing to install";
export const siteDescription =
  "Open a repository of agent skills in the browser, see which of them Claude Code, Codex and other agents would load, and watch a model use them. Nothing to install, no account, no key.";

/** The site's own origin, read from the request; `undefined` where the request does not tell. */
export async function siteOrigin(): Promise<URL | undefined> {
  return originIn(await headers());
}

/** Of several proxies each may have added what it was asked for: the first entry is what the visitor asked for. */
export function originIn(asked: Pick<Headers, "get">): URL | undefined {
  const first = (name: string) => asked.get(name)?.split(",", 1)[0]?.trim() || undefined;
  const host = first("x-forwarded-host") ?? first("host");
  return (host && URL.parse(`${first("x-forwarded-proto") ?? "http"}://${host}`)) || undefined;
}
