/**
 * The forms in which hosts write the addresses of their pages, as patterns for an address's path. Tried in order; the
 * first match wins. Named groups: `repository`, `ref` (whole), `refPath` (a ref and a path, not yet separated), `path`
 * (of the default branch), `skill`.
 */
export interface SourceForm {
  readonly pattern: RegExp;
  /** The hosts that use this form; absent for forms that self-hosted servers share. */
  readonly hosts?: readonly string[];
  /** The host of the repository, where these pages are another site's about it. */
  readonly keptAt?: string;
  /** The full name of the ref, with `*` for what `ref` or `refPath` matched. */
  readonly fullRef?: string;
  /** Whether the address's fragment is a place on the page and not a ref. */
  readonly isPage?: true;
  /** Whether this is a guess: the whole path may be a repository's, but nothing else says so. */
  readonly isGuess?: true;
}

const pairHosts = ["github.com", "codeberg.org", "bitbucket.org"];
const knownHosts = [...pairHosts, "gitlab.com"];

export const sourceForms: readonly SourceForm[] = [
  // Sites that list, edit or serve repositories on GitHub.
  {
    pattern: /^(?!(?:docs|topics?)\/)(?<repository>[^/]+\/[^/]+)(?:\/(?<skill>[^/]+))?$/,
    hosts: ["skills.sh", "www.skills.sh"],
    keptAt: "github.com",
    isPage: true,
  },
  {
    pattern: /^github\/(?<repository>[^/]+\/[^/]+)(?:\/(?:tree|blob)\/(?<refPath>.+)|\/.*)?$/,
    hosts: ["vscode.dev", "insiders.vscode.dev"],
    keptAt: "github.com",
    isPage: true,
  },
  {
    pattern: /^gh\/(?<repository>[^/]+\/[^/@]+)(?:@latest)?(?:\/(?<path>.+))?$/,
    hosts: ["cdn.jsdelivr.net"],
    keptAt: "github.com",
    isPage: true,
  },
  {
    pattern: /^gh\/(?<repository>[^/]+\/[^/@]+)[/@](?<refPath>.+)$/,
    hosts: ["cdn.jsdelivr.net", "cdn.statically.io"],
    keptAt: "github.com",
  },
  // A gist is a repository of its own, identified by its id; its files are named on the page and are not in folders.
  {
    pattern: /^(?:[\w-]+\/)?(?<repository>[0-9a-f]{5,40})(?:\.git)?(?:\/(?:raw\/)?(?<ref>[0-9a-f]{40}))?(?:\/.*)?$/,
    hosts: ["gist.github.com", "gist.githubusercontent.com"],
    isPage: true,
  },
  // GitLab: groups may nest, and `/-/` ends them.
  { pattern: /^(?<repository>.+?)\/-\/(?:tree|blob|raw|blame|edit|commits)\/(?<refPath>.+)$/ },
  { pattern: /^(?<repository>.+?)\/-\/(?:commit|tags|releases)\/(?<ref>.+)$/, isPage: true },
  { pattern: /^(?<repository>.+?)\/-\/archive\/(?<ref>.+)\/[^/]+$/ },
  {
    pattern: /^(?<repository>.+?)\/-\/merge_requests\/(?<ref>\d+)(?:\/.*)?$/,
    fullRef: "refs/merge-requests/*/head",
    isPage: true,
  },
  { pattern: /^(?<repository>.+?)\/-(?:\/.*)?$/, isPage: true },
  // Gitea and Forgejo (Codeberg) state the kind of ref that follows.
  {
    pattern: /^(?<repository>[^/]+\/[^/]+)\/(?:src|raw|media|commits)\/tag\/(?<refPath>.+)$/,
    fullRef: "refs/tags/*",
  },
  { pattern: /^(?<repository>[^/]+\/[^/]+)\/(?:src|raw|media|commits)\/(?:branch|commit)\/(?<refPath>.+)$/ },
  {
    pattern: /^(?<repository>[^/]+\/[^/]+)\/(?:src|raw)\/(?<refPath>.+)$/,
    hosts: ["bitbucket.org", "codeberg.org"],
  },
  { pattern: /^(?<repository>[^/]+\/[^/]+)\/branch\/(?<ref>.+)$/, hosts: ["bitbucket.org"] },
  { pattern: /^(?<repository>[^/]+\/[^/]+)\/get\/(?<ref>.+?)\.(?:zip|tar\.gz)$/, hosts: ["bitbucket.org"] },
  // GitHub, also on a company's own host.
  { pattern: /^(?<repository>[^/]+\/[^/]+)\/commits?\/(?<ref>[0-9a-f]{7,40})(?:\/.*)?$/, isPage: true },
  { pattern: /^(?<repository>[^/]+\/[^/]+)\/(?:tree|blob|raw|blame|edit|commits)\/(?<refPath>.+)$/ },
  { pattern: /^(?<repository>[^/]+\/[^/]+)\/releases\/tag\/(?<ref>.+)$/, isPage: true },
  {
    pattern: /^(?<repository>[^/]+\/[^/]+)\/pull\/(?<ref>\d+)(?:\/.*)?$/,
    hosts: ["github.com"],
    fullRef: "refs/pull/*/head",
    isPage: true,
  },
  {
    pattern: /^(?<repository>[^/]+\/[^/]+)\/archive\/(?:refs\/heads\/)?(?<ref>.+?)\.(?:zip|tar\.gz)$/,
    hosts: ["github.com", "codeberg.org"],
  },
  {
    pattern: /^(?<repository>[^/]+\/[^/]+)\/(?:legacy\.)?(?:zip|tar\.gz)\/(?:refs\/heads\/)?(?<ref>.+)$/,
    hosts: ["codeload.github.com"],
  },
  {
    pattern: /^(?<repository>[^/]+\/[^/]+)\/(?<refPath>.+)$/,
    hosts: ["raw.githubusercontent.com", "raw.githack.com", "rawcdn.githack.com"],
  },
  { pattern: /^(?<repository>[^/]+\/[^/]+)$/, hosts: pairHosts },
  // Any other page of a repository (issues, actions …) stands for the repository.
  { pattern: /^(?<repository>[^/]+\/[^/]+)\/(?!releases\/download\/).+$/, hosts: pairHosts, isPage: true },
  { pattern: /^(?<repository>[^/]+\/.+)$/, hosts: ["gitlab.com"] },
  // On other hosts the whole path is the repository's.
  { pattern: /^(?<repository>.+)$/, isGuess: true },
];

/** Hosts whose other paths name no repository (a person's page, a package), so that guessing would mislead. */
export const unguessedHosts: ReadonlySet<string> = new Set([
  ...knownHosts,
  "gist.github.com",
  ...sourceForms.flatMap(({ hosts, keptAt }) => (keptAt ? (hosts ?? []) : [])),
]);

/** Hosts that serve pages of repositories stored under another name. */
export const repositoryHosts: ReadonlyMap<string, string> = new Map([
  ["raw.githubusercontent.com", "github.com"],
  ["codeload.github.com", "github.com"],
  ["gist.githubusercontent.com", "gist.github.com"],
  ["raw.githack.com", "github.com"],
  ["rawcdn.githack.com", "github.com"],
  ["github.dev", "github.com"],
  ["github1s.com", "github.com"],
  ["www.github.com", "github.com"],
  ["www.gitlab.com", "gitlab.com"],
  ["www.codeberg.org", "codeberg.org"],
  ["www.bitbucket.org", "bitbucket.org"],
  // Where git's own port is blocked, hosts accept SSH at these names.
  ["ssh.github.com", "github.com"],
  ["altssh.gitlab.com", "gitlab.com"],
  ["altssh.bitbucket.org", "bitbucket.org"],
]);

export interface HostShorthand {
  readonly host: string;
  /** Whether the whole path is the repository's, as with nested groups. */
  readonly whole?: true;
}

/** Prefixes that may replace a host before `owner/repo` (npm's and pip's habit). */
export const hostShorthands: ReadonlyMap<string, HostShorthand> = new Map<string, HostShorthand>([
  ["github", { host: "github.com" }],
  ["gh", { host: "github.com" }],
  ["gist", { host: "gist.github.com", whole: true }],
  ["gitlab", { host: "gitlab.com", whole: true }],
  ["gl", { host: "gitlab.com", whole: true }],
  ["codeberg", { host: "codeberg.org" }],
  ["bitbucket", { host: "bitbucket.org" }],
]);
