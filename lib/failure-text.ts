import type { Failure, FailureCode, UnfinishedReason } from "./failure.ts";

/** A failure in a person's words. Each part but the title is one or two whole sentences. */
export interface FailureText {
  /** A few words, for a heading. */
  readonly title: string;
  /** What happened. */
  readonly what: string;
  /** What it left untouched. */
  readonly safe: string;
  /** What can be done. */
  readonly next: string;
}

/** The words for `failure`, part by part. Times are in the reader's time zone. */
export function failureParts(failure: Failure): FailureText {
  // The compiler cannot follow that a code picks the row made for it.
  const word = texts[failure.code] as (failure: Failure) => FailureText;
  return word(failure);
}

/** The words for `failure` as one paragraph: what happened, what is safe, what to do. */
export function failureText(failure: Failure): string {
  const { what, safe, next } = failureParts(failure);
  return `${what} ${safe} ${next}`;
}

/** What a read-only tab says: another tab saves the workspace. */
export const readOnlyTabText = "Open in another tab, which saves it. Here you only look.";

/** What is said of sources whose files this browser has lost: one sentence. Where it did not fail yet, it goes on. */
export function missingText(labels: readonly string[], fetching: "under way" | "failed" | "impossible"): string {
  const gone = `The files of ${allOf(labels)} are gone from this browser`;
  if (fetching === "under way") return `${gone} and are being fetched again; your own changes are saved.`;
  if (fetching === "failed")
    return `${gone} and could not be fetched; all else, your own changes included, is saved: try again when you are online.`;
  return `${gone} and exist nowhere else; all else, your own changes included, is saved: add the same files again.`;
}

/** What is said of a source of which some files have not come: one sentence. */
export function pendingText(label: string, count: number, failure: Failure): string {
  const files = count === 1 ? "One file" : `${count.toLocaleString("en")} files`;
  const why = failure.code === "cancelled" ? "you stopped it" : failureParts(failure).title.toLowerCase();
  return `${files} of ${label} ${count === 1 ? "has" : "have"} not come: ${why}. Everything else works.`;
}

const workspaceSafe = "Your workspace is as it was.";
const conversationSafe = "The conversation so far is kept.";
const pageSafe = "What you see stays until you close this page.";

type Texts = { readonly [C in FailureCode]: (failure: Extract<Failure, { code: C }>) => FailureText };

/** One row for every code: a code without words does not compile. */
const texts: Texts = {
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
  "pack-damaged": ({ detail }) => ({
    title: "The download was damaged",
    what: `What arrived is not what the host's own checksums say: ${clause(detail)}.`,
    safe: `${workspaceSafe} Nothing of it was kept.`,
    next: "Try again; if it happens every time, the repository itself may be damaged.",
  }),
  "too-many-files": ({ limit }) => ({
    title: "Too many files",
    what: `The source holds more than ${count(limit)} files, the most a workspace takes from one source.`,
    safe: workspaceSafe,
    next: "Open a smaller repository, or upload only the folder that holds the skills.",
  }),
  "too-large": ({ limit, path }) => ({
    title: "Too large",
    what: `${path ? quote(path) : "The source"} is larger than ${bytes(limit)}, the most the lab takes.`,
    safe: workspaceSafe,
    next: "Leave the large files out and upload the rest, or open a smaller source.",
  }),
  "too-deep": ({ limit, path }) => ({
    title: "Folders too deep",
    what: `${quote(path)} lies more than ${count(limit)} folders deep, the most the lab follows.`,
    safe: workspaceSafe,
    next: "Upload only the folder that holds the skills.",
  }),
  "name-refused": ({ path, reason }) => ({
    title: "A name that is not safe",
    what: `The source holds ${quote(path)}, a name the lab does not accept: ${clause(reason)}.`,
    safe: workspaceSafe,
    next: "Rename it at the source, or upload the source without it.",
  }),
  "upload-empty": () => ({
    title: "Nothing to upload",
    what: "What you chose holds no files.",
    safe: workspaceSafe,
    next: "Choose a folder or an archive with files in it.",
  }),
  "upload-unreadable": ({ path }) => ({
    title: "A file could not be read",
    what: `The browser could not read ${quote(path)}; it may have been moved, changed or protected since you chose it.`,
    safe: workspaceSafe,
    next: "Choose the folder again.",
  }),
  "archive-damaged": ({ name, detail }) => ({
    title: "The archive cannot be opened",
    what: `${quote(name)} is damaged or of an unknown format: ${clause(detail)}.`,
    safe: workspaceSafe,
    next: "Make the archive anew as .zip, .skill or .tar.gz, or upload the folder itself.",
  }),
  "sample-missing": ({ sample }) => ({
    title: "No such sample",
    what: `There is no sample named ${quote(sample)}.`,
    safe: workspaceSafe,
    next: "Choose one of the samples on the start page.",
  }),
  "quota-exceeded": ({ needed }) => ({
    title: "The browser's storage is full",
    what: `Keeping this workspace needs ${bytes(needed)}, more than the browser has left for this site.`,
    safe: pageSafe,
    next: "Free some space or remove a source and try again, or download your changes before you close the page.",
  }),
  "storage-missing": () => ({
    title: "Nothing can be kept here",
    what: "This browser gives the site no storage, as some private windows do.",
    safe: pageSafe,
    next: "Open the lab in an ordinary window to keep your work, or download your files before you close the page.",
  }),
  "storage-failed": ({ detail }) => ({
    title: "Saving failed",
    what: `The browser could not save the workspace: ${clause(detail)}.`,
    safe: pageSafe,
    next: "Free some space on the disk, if it is full, and try again, or download your changes before you close the page.",
  }),
  "storage-newer": () => ({
    title: "Kept by a newer version",
    what: "A newer version of this page has kept this workspace, so this one leaves what is kept as it is and saves nothing.",
    safe: pageSafe,
    next: "Close all tabs of the lab and open it again.",
  }),
  "storage-gone": () => ({
    title: "No longer kept",
    what: "This workspace was deleted in another tab, or the browser removed it.",
    safe: pageSafe,
    next: "Save it as a file before you close the page.",
  }),
  "record-damaged": () => ({
    title: "What is kept cannot be read",
    what: "What this browser keeps of this workspace is damaged, so it cannot be opened.",
    safe: "It is left as it lies, and your other workspaces are as they were.",
    next: "Download it as it is, or delete it; then the same address opens anew.",
  }),
  "link-refused": ({ link, reason }) => ({
    title: "This link opens nothing",
    what: `${quote(link)} is not a link that the lab can follow: ${clause(reason)}.`,
    safe: "Nothing was fetched or kept for it, and your workspaces are as they were.",
    next: "Check that the link is whole, or give the repository on the first page.",
  }),
  "workspace-missing": () => ({
    title: "This workspace is not in this browser",
    what: "The link leads to a workspace that is kept in one browser only, and this one has none at this address: it was made elsewhere, or has been deleted.",
    safe: "Nothing was kept for it, and your other workspaces are as they were.",
    next: "Open it in the browser where it was made, or ask for it as a file or a link to its repository.",
  }),
  "base-damaged": ({ label }) => ({
    title: "An earlier copy is shown",
    what: `The newest files of ${label} were damaged on this computer, so those of the save before are shown.`,
    safe: "Your own changes are whole.",
    next: "Retry fetches the newest files again.",
  }),
  "files-lost": ({ label }) => ({
    title: "Its files are gone",
    what: `The files of ${label} did not survive in this browser, and came from nowhere that they could be fetched from.`,
    safe: "Your own changes and everything else are saved.",
    next: "Add the same files again as another source.",
  }),
  "files-pending": ({ label, count }) => ({
    title: "Some files have not come",
    what: `The contents of ${count === 1 ? "one file" : `${count} files`} of ${label} have not come, and all of them are needed for this.`,
    safe: workspaceSafe,
    next: "Fetch them again in the line at the bottom, then try again.",
  }),
  "workspace-file-refused": ({ name, reason }) => ({
    title: "Not a workspace to open",
    what: `${quote(name)} cannot be opened as a workspace: ${clause(reason)}.`,
    safe: "Your workspaces are as they were.",
    next: "Choose a .skillground.zip file that this lab has saved.",
  }),
  "model-key-missing": ({ provider }) => ({
    title: "No key yet",
    what: `${provider} answers only with a key, and none is set.`,
    safe: conversationSafe,
    next: "Enter your key in the settings, or choose the demo model, which needs none.",
  }),
  "model-key-refused": ({ provider, said }) => ({
    title: "Key not accepted",
    what: `${provider} did not accept the key${saying(said)}`,
    safe: conversationSafe,
    next: "Check in the settings that the key is whole, valid and meant for this provider.",
  }),
  "model-rate-limited": ({ provider, said, retryAfter }) => ({
    title: "The provider asks for a pause",
    what: `${provider} is taking no more requests with this key for now, or its credit is used up${saying(said)}`,
    safe: conversationSafe,
    next: `${waiting(retryAfter)}, or choose another model.`,
  }),
  "model-busy": ({ provider, said, retryAfter }) => ({
    title: "The provider is busy",
    what: `${provider} has too much to do at the moment${saying(said)}`,
    safe: conversationSafe,
    next: `${waiting(retryAfter)}, or choose another model.`,
  }),
  "model-refused": ({ provider, status, said }) => ({
    title: "The provider refused the request",
    what: `${provider} refused the request (status ${status})${saying(said)}`,
    safe: conversationSafe,
    next: refusalAdvice[status] ?? "Choose another model in the settings, or retry.",
  }),
  "model-unreachable": ({ provider }) => ({
    title: "The model cannot be reached",
    what: `The browser got no answer from ${provider}: it is offline, or does not allow requests from this page.`,
    safe: conversationSafe,
    next: "Check that you are online and that the address in the settings is right.",
  }),
  "model-cut": ({ provider }) => ({
    title: "The connection was cut",
    what: `The connection to ${provider} ended in the middle of the answer.`,
    safe: "What had come is kept, and every finished step with it.",
    next: "Continue from there, or retry.",
  }),
  "model-blocked": ({ provider, origins }) => ({
    title: "The page may not reach this model",
    what: `This page may send requests only to ${allOf(origins)}, so not to ${provider}; whoever runs it can allow more with SKILLGROUND_CONNECT.`,
    safe: conversationSafe,
    next: "Choose another model in the settings.",
  }),
  "model-failed": ({ provider, detail }) => ({
    title: "The model gave up",
    what: `${provider} ended the answer with an error: ${clause(detail)}.`,
    safe: conversationSafe,
    next: "Retry, or choose another model.",
  }),
  "model-unfinished": ({ provider, why, steps }) => ({
    title: "The answer is not whole",
    what: unfinished[why](provider, steps),
    safe: "What had come is kept, and every finished step with it.",
    next: why === "withheld" ? "Ask in other words, or choose another model." : "Continue from there, or retry.",
  }),
  "model-too-long": ({ provider, said }) => ({
    title: "The conversation is too long",
    what: `What would be sent is more than this model of ${provider} takes in${saying(said)}`,
    safe: conversationSafe,
    next: "Leave out what tools have returned, start a new conversation, or choose a model that takes more.",
  }),
  cancelled: () => ({
    title: "Cancelled",
    what: "You stopped this before it was done.",
    safe: workspaceSafe,
    next: "Start again whenever you like.",
  }),
};

/** What can be done about a refusal, by its status. */
const refusalAdvice: Readonly<Record<number, string>> = {
  400: "Another model may take it; choose one in the settings.",
  402: "Add credit to the account of this key, or choose a model that is free.",
  403: "The key may not use this model, or not from where you are: choose another model or key in the settings.",
  404: "Check the name of the model, and the address, in the settings.",
};

/** Why an answer that ended in order is not whole. */
const unfinished: Readonly<Record<UnfinishedReason, (provider: string, steps?: number) => string>> = {
  length: (provider) => `The answer of ${provider} reached the length that a model writes at once.`,
  withheld: (provider) => `${provider} withheld the answer, or the rest of it, by its content rules.`,
  empty: (provider) => `${provider} ended its answer without having said anything.`,
  steps: (_, steps = 0) => `The model called tools ${steps} times in a row and has not answered yet.`,
  other: (provider) => `${provider} ended the answer early and did not say why.`,
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

/** Hosts look up a commit by its whole id only. */
function nextForMissing(ref: string): string {
  return /^[0-9a-f]{7,39}$/.test(ref)
    ? "For a commit, give all 40 characters of its id."
    : "Leave the name out to open the default branch.";
}

/** Long, many-lined or invisible text from outside, made fit for a sentence. */
function quote(text: string, longest = 120): string {
  const line = text.replace(/[\s\p{C}]+/gu, " ").trim();
  return `“${line.length > longest ? `${line.slice(0, longest - 1)}…` : line}”`;
}

/** The end of a sentence: with what the other side has said itself, where it has. */
function saying(said: string | undefined): string {
  return said ? `. It says: ${quote(said, 300)}.` : ".";
}

/** @param seconds until it takes requests again, where it says so */
function waiting(seconds: number | undefined): string {
  if (seconds === undefined) return "Wait a minute and retry";
  if (seconds < 90) return `It takes requests again in ${Math.ceil(seconds)} seconds: retry then`;
  return `It takes requests again in ${Math.ceil(seconds / 60)} minutes: retry then`;
}

/** Words of a library or a host, to stand before our full stop. */
function clause(text: string): string {
  return text
    .replace(/[\s\p{C}]+/gu, " ")
    .trim()
    .slice(0, 300)
    .replace(/[.\s]+$/, "");
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, "");
}

function oneOf(names: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "disjunction" }).format(names.map((name) => quote(name)));
}

/** Origins, where https goes without saying. */
function allOf(origins: readonly string[]): string {
  return new Intl.ListFormat("en").format(origins.map((origin) => origin.replace(/^https:\/\//, "")));
}

function count(value: number): string {
  return value.toLocaleString("en");
}

function bytes(value: number): string {
  const mebi = value / (1024 * 1024);
  return mebi >= 1 ? `${count(Math.round(mebi))} MB` : `${count(Math.ceil(value / 1024))} KB`;
}

function timeOf(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return "a few minutes";
  return new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" }).format(time);
}
