/** The relay's address below `origin` for a git request, which the relay parses again (`app/api/git`). */
export function relayAddress(origin: string, url: string): string {
  const { host, pathname, search } = new URL(url);
  return `${origin}/api/git/${host}${pathname}${search}`;
}
