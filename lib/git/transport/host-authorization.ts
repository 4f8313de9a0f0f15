/** Proof for one host that its private repositories may be read. */
export interface HostAuthorization {
  /** With its port, where that is not the scheme's own. */
  readonly host: string;
  /** The header `Authorization`, ready to be sent. */
  readonly header: string;
}

/** A token as the password that git would send (RFC 7617), under the name that its host wants beside it. */
export function hostAuthorization(host: string, token: string): HostAuthorization {
  return { host, header: `Basic ${btoa(`${usernameFor(host, token)}:${token}`)}` };
}

/** The header for a request to `url`: nothing unless it goes to the very host. */
export function authorizationHeader(
  authorization: HostAuthorization | undefined,
  url: string,
): Readonly<Record<string, string>> {
  return authorization?.host === new URL(url).host ? { authorization: authorization.header } : {};
}

/**
 * What stands in place of a user's name: GitHub "Authenticating as a GitHub App installation", GitLab "OAuth 2.0:
 * Access Git over HTTPS with access token" (any name does for its other tokens), Bitbucket "Using access tokens". Others,
 * Forgejo and Gitea among them, look at the token alone.
 */
function usernameFor(host: string, token: string): string {
  // Bitbucket's API tokens are told from the tokens of a repository by how they begin ("Using API tokens").
  if (host === "bitbucket.org") return token.startsWith("ATATT") ? "x-bitbucket-api-token-auth" : "x-token-auth";
  return usernames.get(host) ?? "git";
}

const usernames: ReadonlyMap<string, string> = new Map([
  ["github.com", "x-access-token"],
  ["gitlab.com", "oauth2"],
]);
