import { formatCount } from "#lib/format-count.ts";
import { pathObjection } from "#lib/vfs/limits.ts";
import type { Source } from "#lib/vfs/source.ts";
import { uriDecoded } from "#lib/vfs/uri.ts";
import { formatLinkQuery, type LinkQuery, parseLinkQuery } from "./link-query.ts";
import { isRefName, isSampleId, linkLimits } from "./link-rules.ts";
import { formatSourcePath, parseSourcePath } from "./source-path.ts";

/**
 * A workspace as an address:
 *
 *     /gh/{owner}/{repo}[@{ref}][/{path}]            GitHub; also /cb (Codeberg), /bb (Bitbucket)
 *     /gl/{group}/…/{repo}[@{ref}][/-/{path}]        GitLab, whose groups nest: `/-/` ends the project's name
 *     /git/{percent-encoded URL}[@{ref}][/{path}]    any other host
 *     /try/{sample}
 *     /w{any of these}[/{lesson}]                    a workshop's lesson: the last name, or else its first
 *
 * A `/` in a ref is written `:`, which no ref can hold. `@~` in place of a ref says that the rest is a
 * ref and a path not told apart yet (of a pasted `/tree/…`).
 */
export interface WorkspaceLink extends LinkQuery {
  readonly source: Source;
}

/** Reads an address's path and query. `undefined` when it names no source; never throws. */
export function parseLink(pathname: string, search: string): WorkspaceLink | undefined {
  if (pathname.length > linkLimits.path || search.length > linkLimits.query) return undefined;
  const source = parseSourcePath(pathname);
  return source && { source, ...parseLinkQuery(search) };
}

/** Path and query of a link. If the source asks for a single skill, the link shows that skill. */
export function formatLink(link: WorkspaceLink): string {
  const { source } = link;
  const skill = link.skill ?? (source.kind === "git" ? source.skill : undefined);
  return workspacePath(source) + formatLinkQuery({ ...link, ...(skill && { skill }) });
}

/** The path of a repository's or sample's link. Uploads and pasted text have no address: passing one is a bug. */
export function workspacePath(source: Source): string {
  const path = formatSourcePath(source);
  if (path === undefined) throw new Error(`A source of kind "${source.kind}" has no address.`);
  return path;
}

/**
 * Whether the contents that a source names can never change: a full commit id, or a sample, which ships with the
 * product.
 */
export function isPinned(source: Source): boolean {
  return source.kind === "git" ? /^[0-9a-f]{40}$/.test(source.ref ?? "") : source.kind === "sample";
}

/** Why an address opens nothing, as a clause after "because"; `undefined` when it is a link. Never throws. */
export function linkObjection(pathname: string, search: string): string | undefined {
  if (parseLink(pathname, search)) return undefined;
  if (pathname.length > linkLimits.path) return `it is longer than ${formatCount(linkLimits.path)} characters`;
  if (search.length > linkLimits.query) return "its query is too long";
  const [, form = "", ...segments] = pathname.replace(/\/$/, "").split("/");
  const names = segments.map(uriDecoded);
  if (!names.every((name) => name !== undefined)) return "it has a broken percent escape";
  if (form === "w") return lessonObjection(segments);
  if (form === "try") return sampleObjection(names);
  if (form === "git") return anyHostObjection(segments[0] ?? "", names);
  if (["gh", "cb", "bb", "gl"].includes(form)) return knownHostObjection(form, names);
  return "it does not begin with /gh, /gl, /cb, /bb, /git, /try, /w and /local";
}

function lessonObjection(segments: readonly string[]): string {
  const reason =
    linkObjection(`/${segments.slice(0, -1).join("/")}`, "") ?? linkObjection(`/${segments.join("/")}`, "");
  return reason ?? "after /w it takes the address of a workshop and the name of a lesson";
}

function sampleObjection([name = "", ...more]: readonly string[]): string {
  if (isSampleId(name) && more.length > 0) return "only a sample's name may follow /try";
  return "after /try it takes the name of a sample, of small letters, digits and hyphens";
}

function anyHostObjection(first: string, [, ...rest]: readonly string[]): string {
  const at = first.indexOf("@");
  const ref = at === -1 ? undefined : uriDecoded(first.slice(at + 1));
  return (
    placeObjection(ref, rest) ??
    "after /git it takes the percent-encoded https address of a repository, without user name and query"
  );
}

function knownHostObjection(form: string, names: readonly string[]): string {
  if (names.length < 2) return `it names no repository; /${form} is followed by an owner and a repository`;
  const nested = form === "gl";
  const last = nested ? names.findIndex((name) => name === "-" || name.includes("@")) : 1;
  const length = last === -1 ? names.length : names[last] === "-" ? last : last + 1;
  const [repository = "", ...ref] = (names[length - 1] ?? "").split("@");
  const wrong = [...names.slice(0, length - 1), repository].find(
    (name) => !/^[\w.-]+$/.test(name) || /^(?:-|\.\.?)$/.test(name),
  );
  if (wrong !== undefined)
    return wrong === "" ? "a name in it is empty" : `“${wrong}” cannot be the name of an owner or a repository`;
  const rest = names.slice(nested && names[length] === "-" ? length + 1 : length);
  return placeObjection(ref.length > 0 ? ref.join("@") : undefined, rest) ?? "it names no repository";
}

/** The objection to the branch, tag or commit, or else to the path after it. */
function placeObjection(at: string | undefined, rest: readonly string[]): string | undefined {
  const ref = at?.replaceAll(":", "/");
  if (ref === "") return "no branch, tag or commit follows its @";
  if (ref === "~" && rest.length === 0) return "no branch, tag or commit follows its @~";
  if (ref !== undefined && ref !== "~" && !isRefName(ref)) return `“${ref}” cannot be a branch, tag or commit`;
  const objection = rest.length > 0 ? pathObjection(rest.join("/")) : undefined;
  return objection && `its path is not accepted, because ${objection}`;
}
