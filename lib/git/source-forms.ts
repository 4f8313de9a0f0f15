/**
 * How hosts write the addresses of their pages, as patterns over an address' path. Tried in order; the first
 * that matches wins. Named groups: `repository`, `ref` (whole), `refPath` (a ref and a path, not yet told apart).
 */
export interface SourceForm {
  readonly pattern: RegExp;
  /** The hosts that write so; absent for forms that self-hosted servers share. */
  readonly hosts?: readonly string[];
}

const pairHosts = ["github.com", "codeberg.org", "bitbucket.org"];

export const sourceForms: readonly SourceForm[] = [
  // GitLab: groups may nest, and `/-/` ends them.
  { pattern: /^(?<repository>.+?)\/-\/(?:tree|blob|raw|blame|edit|commits)\/(?<refPath>.+)$/ },
  { pattern: /^(?<repository>.+?)\/-\/(?:commit|tags|releases)\/(?<ref>.+)$/ },
  { pattern: /^(?<repository>.+?)\/-(?:\/.*)?$/ },
  // Gitea and Forgejo (Codeberg) say which kind of ref follows.
  { pattern: /^(?<repository>[^/]+\/[^/]+)\/(?:src|raw|media|commits)\/(?:branch|tag|commit)\/(?<refPath>.+)$/ },
  { pattern: /^(?<repository>[^/]+\/[^/]+)\/(?:src|raw)\/(?<refPath>.+)$/, hosts: ["bitbucket.org"] },
  { pattern: /^(?<repository>[^/]+\/[^/]+)\/branch\/(?<ref>.+)$/, hosts: ["bitbucket.org"] },
  // GitHub, also on a company's own host.
  { pattern: /^(?<repository>[^/]+\/[^/]+)\/commits?\/(?<ref>[0-9a-f]{40})(?:\/.*)?$/ },
  { pattern: /^(?<repository>[^/]+\/[^/]+)\/(?:tree|blob|raw|blame|edit|commits)\/(?<refPath>.+)$/ },
  { pattern: /^(?<repository>[^/]+\/[^/]+)\/releases\/tag\/(?<ref>.+)$/ },
  {
    pattern: /^(?<repository>[^/]+\/[^/]+)\/(?:refs\/(?:heads|tags)\/)?(?<refPath>.+)$/,
    hosts: ["raw.githubusercontent.com"],
  },
  // Any other page of a repository (issues, actions …) stands for the repository.
  { pattern: /^(?<repository>[^/]+\/[^/]+)(?:\/.*)?$/, hosts: pairHosts },
  // Elsewhere the whole path is the repository's.
  { pattern: /^(?<repository>.+)$/ },
];

/** Hosts that serve pages of repositories kept under another name. */
export const repositoryHosts: ReadonlyMap<string, string> = new Map([
  ["raw.githubusercontent.com", "github.com"],
  ["www.github.com", "github.com"],
  ["www.gitlab.com", "gitlab.com"],
  ["www.codeberg.org", "codeberg.org"],
  ["www.bitbucket.org", "bitbucket.org"],
]);

/** What may stand before `owner/repo` in place of a host (npm's and pip's habit). */
export const hostShorthands: ReadonlyMap<string, string> = new Map([
  ["github", "github.com"],
  ["gh", "github.com"],
  ["gitlab", "gitlab.com"],
  ["gl", "gitlab.com"],
  ["codeberg", "codeberg.org"],
  ["bitbucket", "bitbucket.org"],
]);
