import type { RepositoryFailure } from "#lib/failure.ts";
import { formatBytes } from "#lib/format-count.ts";
import { clause, quote, type Texts, workspaceSafe } from "./words.ts";

export const repositoryTexts: Texts<RepositoryFailure> = {
  "source-unreadable": ({ text, reason }) => ({
    title: "Unreadable link",
    what: `${quote(text)} ${unreadable[reason ?? "unknown"].what}`,
    safe: workspaceSafe,
    next: unreadable[reason ?? "unknown"].next,
  }),
  "host-unknown": ({ host }) => ({
    title: "Host not found",
    what: `There is no server named ${host}, or its name cannot be looked up right now.`,
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
    what: `${withoutScheme(url)} does not exist or is private: hosts give the same answer for both.`,
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
    what: `${withoutScheme(url)} uses the object format ${format}, which is not supported yet.`,
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
    what: `The source has nothing at ${quote(path)}.`,
    safe: workspaceSafe,
    next: "Check the path, including upper and lower case, or open the whole repository.",
  }),
  "too-many-refs": ({ url, limit }) => ({
    title: "Too many branches and tags",
    what: `${withoutScheme(url)} lists more than ${formatBytes(limit)} of branches and tags, the limit of the lab.`,
    safe: workspaceSafe,
    next: "Open a repository with fewer of them, or download the files and upload them here.",
  }),
  "not-git": ({ url }) => ({
    title: "Not a git repository",
    what: `${withoutScheme(url)} answered, but not like a git server. It may be a web page or need a sign-in.`,
    safe: workspaceSafe,
    next: "Use the address that git clone takes.",
  }),
  "rate-limited": ({ host, retryAt }) => ({
    title: "Too many requests",
    what: `${host} accepts no more requests from here for now.`,
    safe: workspaceSafe,
    next: retryAt ? `Try again after ${timeOf(retryAt)}.` : "Wait a few minutes, then try again.",
  }),
  "server-error": ({ host, status }) => ({
    title: "The host has a problem",
    what: `${host} answered with status ${status} instead of the repository.`,
    safe: workspaceSafe,
    next: "Try again in a while. The problem is on their side.",
  }),
  "network-cut": ({ host }) => ({
    title: "Connection lost",
    what: `The connection to ${host} failed or broke off before everything arrived.`,
    safe: `${workspaceSafe} No incomplete files were kept.`,
    next: "Check that you are online, then try again.",
  }),
  "report-refused": ({ why }) => ({
    title: "No report from this server",
    what: reportRefusals[why],
    safe: "Nothing was kept.",
    next:
      why === "busy" || why === "crowded"
        ? "Try again in a few seconds, or open it in the lab: your browser makes the report there."
        : "Open it in the lab, or at /report: your browser makes the report there, with higher limits.",
  }),
  "pack-damaged": ({ detail }) => ({
    title: "The download was damaged",
    what: `What arrived does not match the host's checksums: ${clause(detail)}.`,
    safe: `${workspaceSafe} Nothing of it was kept.`,
    next: "Try again; if it happens every time, the repository itself may be damaged.",
  }),
};

/** What a text that names no source is instead. */
const unreadable = {
  unknown: {
    what: "is not a repository, skill or command that the lab knows.",
    next: "Try owner/repo, the address of a repository, or a command such as npx skills add owner/repo.",
  },
  "own-computer": {
    what: "is a path on your computer, which a page cannot open.",
    next: "Drop the folder or an archive of it here, or use the upload buttons.",
  },
  "marketplace-name": {
    what: "names a plugin by a marketplace's short name, which only your own settings know.",
    next: "Give the marketplace's repository instead: /plugin install name@owner/repo, or owner/repo alone.",
  },
  "no-repository": {
    what: "is a host's or an owner's page, not a repository.",
    next: "Add the owner and the repository, as in https://github.com/owner/repo.",
  },
  "loose-file": {
    what: "is a single file outside a repository, and the lab opens repositories only.",
    next: "Download it and drop it here, or paste the text of the SKILL.md.",
  },
} as const;

const reportRefusals = {
  large: "The repository is too large for a report on this server.",
  slow: "The report took longer than this server allows.",
  memory: "The report took more memory than this server allows.",
  busy: "This server is busy with other reports.",
  crowded: "This report was large or waited for a slow host, so it was dropped to make room for others.",
  fault: "The report failed on this server. Its operator can read why in the log.",
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
