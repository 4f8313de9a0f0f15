import { pathObjection } from "#lib/vfs/limits.ts";

/** The limits of a link. Links come from anyone, so a link that breaks a rule here is not read at all. */
export const linkLimits = {
  /** Characters of the path, as encoded. */
  path: 4096,
  /** Characters of the query: room for a prompt of three-byte characters, each nine characters when encoded. */
  query: 96 * 1024,
  prompt: 8000,
  /** Characters of a skill's name. */
  name: 200,
  /** Entries of a list. */
  list: 64,
  refLength: 250,
} as const;

const control = /\p{Cc}/u;

/** Git's own rules for a ref's name (git-check-ref-format), and no leading dash, which would read as an option. */
export function isRefName(ref: string): boolean {
  if (ref === "" || ref.length > linkLimits.refLength || control.test(ref) || !ref.isWellFormed()) return false;
  if (/[ ~^:?*[\\]|\.\.|@\{|^[-/]|\/$|\/\/|\.$/.test(ref) || ref === "@") return false;
  return ref.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"));
}

export function isSampleId(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(text);
}

/** Whether a text can be the name of a folder below `lessons/`. */
export function isLessonId(text: string): boolean {
  return isName(text) && pathObjection(text) === undefined && !text.includes("/");
}

/** Whether a text can be a name: one line, not empty. */
export function isName(text: string): boolean {
  return text !== "" && text.length <= linkLimits.name && !control.test(text) && text.isWellFormed();
}

/**
 * Whether `text` is a clone URL as in `GitSource`: only host and path, without `.git` and without a slash at the end.
 * Plain http is allowed: the installation's relay decides which hosts may be read that way.
 */
export function isRepositoryUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.href !== text || /\/$|\.git$/.test(text)) return false;
  if (url.protocol !== "https:" && url.protocol !== "http:") return false;
  return url.username === "" && url.password === "" && url.search === "" && url.hash === "";
}
