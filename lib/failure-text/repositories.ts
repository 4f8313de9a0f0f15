import type { RepositoryFailure } from "#lib/failure.ts";
import { bytes, clause, quote, type Texts, workspaceSafe } from "./words.ts";

export const repositoryTexts: Texts<RepositoryFailure> = {
  "source-unreadable": ({ text, reason }) => ({
    title: "Not a link we can read",
    what: `${quote(text)} ${unreadable[reason ?? "unknown"].what}`,
    safe: workspaceSafe,
    next: unreadable[reason ?? "unknown"].next,
  }),
  "host-unknown": ({ host }) => ({
    title: "Host not found",
    what: `There is no server by the name ${host}, or this server cannot look it up now.`,
    safe: workspaceSafe,
    next: "Check the spelling of the address, then try again.",
  }),
  "host-refused": ({ host, reason }) => ({
    title: "Not opened for safety",
    what: `The lab's server did not connect to ${host || "that address"}: ${clause(reason)}.`,
    safe: workspaceSafe,
    next: "Use a public https address, or upload the folder or an archive instead.",
  }),
  "repository-missing": ({ url }) => ({
    title: "Repository not found",
    what: `${withoutScheme(url)} is not there, or it is private: hosts answer the same for both.`,
    safe: workspaceSafe,
    next: "Check the owner and name; for a private repository, use a token that may read it, or upload the folder or an archive instead.",
  }),
  "token-refused": ({ url }) => ({
    title: "Token not accepted",
    what: `${new URL(url).host} did not accept the token for ${withoutScheme(url)}: it is wrong, has expired, or may not read this repository.`,
    safe: workspaceSafe,
    next: "Check the address, and use a token that may read this repository.",
  }),
  "repository-empty": ({ url }) => ({
    title: "Empty repository",
    what: `${withoutScheme(url)} has no commits yet, so it holds no files.`,
    safe: workspaceSafe,
    next: "Push a commit to it and open it again, or open another repository.",
  }),
  "format-unknown": ({ url, format }) => ({
    title: "A newer kind of repository",
    what: `${withoutScheme(url)} names its commits by ${format}, which cannot be read here yet.`,
    safe: workspaceSafe,
    next: "Clone it with git, then upload the folder or an archive of it.",
  }),
  "ref-missing": ({ ref, near }) => ({
    title: "No such branch, tag or commit",
    what: `The repository has no branch, tag or commit named ${quote(ref)}.`,
    safe: workspaceSafe,
    next: near.length > 0 ? `Did you mean ${oneOf(near)}?` : nextForMissing(ref),
  }),
  "path-missing": ({ path }) => ({
    title: "No such path",
    what: `The source holds nothing at ${quote(path)}.`,
    safe: workspaceSafe,
    next: "Check the path, upper and lower case included, or open the whole repository.",
  }),
  "too-many-refs": ({ url, limit }) => ({
    title: "Too many branches and tags",
    what: `${withoutScheme(url)} lists more than ${bytes(limit)} of branches and tags, the most the lab reads.`,
    safe: workspaceSafe,
    next: "Open a repository with fewer of them, or download the files and upload them here.",
  }),
  "not-git": ({ url }) => ({
    title: "Not a git repository",
    what: `${withoutScheme(url)} answered, but not as a git server does; it may be a web page or want you to sign in.`,
    safe: workspaceSafe,
    next: "Use the address that git clone takes.",
  }),
  "rate-limited": ({ host, retryAt }) => ({
    title: "Too many requests",
    what: `${host} is taking no more requests from here for now.`,
    safe: workspaceSafe,
    next: retryAt ? `Try again after ${timeOf(retryAt)}.` : "Wait a few minutes, then try again.",
  }),
  "server-error": ({ host, status }) => ({
    title: "The host has a problem",
    what: `${host} answered with status ${status} instead of the repository.`,
    safe: workspaceSafe,
    next: "Try again in a little while; the trouble is on that side.",
  }),
  "network-cut": ({ host }) => ({
    title: "Connection lost",
    what: `The connection to ${host} failed or broke off before everything had arrived.`,
    safe: `${workspaceSafe} Nothing incomplete was kept.`,
    next: "Check that you are online, then try again.",
  }),
  "report-refused": ({ why }) => ({
    title: "No report from this server",
    what: reportRefusals[why],
    safe: "Nothing was kept.",
    next:
      why === "busy" || why === "crowded"
        ? "Try again in a few seconds, or open it in the lab: your browser makes the report there."
        : "Open it in the lab, or at /report: your browser makes the report there, and has more room.",
  }),
  "pack-damaged": ({ detail }) => ({
    title: "The download was damaged",
    what: `What arrived is not what the host's own checksums say: ${clause(detail)}.`,
    safe: `${workspaceSafe} Nothing of it was kept.`,
    next: "Try again; if it happens every time, the repository itself may be damaged.",
  }),
};

/** What a text that names no source is instead. */
const unreadable = {
  unknown: {
    what: "does not name a repository, a skill or a command that the lab knows.",
    next: "Try owner/repo, the address of a repository, or a command such as npx skills add owner/repo.",
  },
  "own-computer": {
    what: "names a place on your own computer, which a page cannot open by its name.",
    next: "Drop the folder or an archive of it here, or use the upload buttons.",
  },
  "marketplace-name": {
    what: "names a plugin by a marketplace's short name, which only your own settings know.",
    next: "Give the marketplace's repository instead: /plugin install name@owner/repo, or owner/repo alone.",
  },
  "no-repository": {
    what: "is the address of a host or of an owner's page, and names no repository.",
    next: "Add the owner and the repository, as in https://github.com/owner/repo.",
  },
  "loose-file": {
    what: "is the address of a single file that lies in no repository, and the lab fetches repositories only.",
    next: "Download it and drop it here, or paste the text of the SKILL.md.",
  },
} as const;

const reportRefusals = {
  large: "The repository is larger than what this server fetches for one report.",
  slow: "The report took longer than this server gives to one.",
  memory: "The report took more memory than this server gives to one.",
  busy: "This server is making as many reports as it can.",
  crowded: "Others had no report under way, and this one, of many or waiting for a slow host, made room for theirs.",
  fault: "The report ended in a fault of this server, whose operator can read which.",
} as const;

/** Hosts look up a commit by its whole id only. */
function nextForMissing(ref: string): string {
  return /^[0-9a-f]{7,39}$/.test(ref)
    ? "For a commit, give all 40 characters of its id."
    : "Leave the name out to open the default branch.";
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, "");
}

function oneOf(names: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "disjunction" }).format(names.map((name) => quote(name)));
}

function timeOf(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return "a few minutes";
  return new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" }).format(time);
}
