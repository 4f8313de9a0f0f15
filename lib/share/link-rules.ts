import { pathObjection } from "#lib/vfs/limits.ts";

/** What a link may hold. Links come from anyone, so whatever breaks a rule here is not read at all. */
export const linkLimits = {
  /** Characters of the path, as encoded. */
  path: 4096,
  /** Characters of the query: room for a prompt of three-byte characters, nine characters each as encoded. */
  query: 96 * 1024,
  prompt: 8000,
  /** Characters of a skill's name. */
  name: 200,
  /** Entries of a list. */
  list: 64,
  refLength: 250,
} as const;

const control = /\p{Cc}/u;

/** Git's own rules for a ref's name (git-check-ref-format), and no leading dash, which reads as an option. */
export function isRefName(ref: string): boolean {
  if (ref === "" || ref.length > linkLimits.refLength || control.test(ref) || !ref.isWellFormed()) return false;
  if (/[ ~^:?*[\\]|\.\.|@\{|^[-/]|\/$|\/\/|\.$/.test(ref) || ref === "@") return false;
  return ref.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"));
}

export function isSampleId(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(text);
}

/** Whether it can be the name of a folder below `lessons/`. */
export function isLessonId(text: string): boolean {
  return isName(text) && pathObjection(text) === undefined && !text.includes("/");
}

/** A name that people gave to something: one line, not empty. */
export function isName(text: string): boolean {
  return text !== "" && text.length <= linkLimits.name && !control.test(text) && text.isWellFormed();
}

/**
 * Whether `text` is a clone URL as `GitSource` keeps it: nothing but host and path, no `.git` and no slash
 * at the end. Plain http too: which hosts may be read so is for the installation's relay to say.
 */
export function isRepositoryUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.href !== text || /\/$|\.git$/.test(text)) return false;
  if (url.protocol !== "https:" && url.protocol !== "http:") return false;
  return url.username === "" && url.password === "" && url.search === "" && url.hash === "";
}
