import type { Source } from "#lib/vfs/source.ts";
import { formatLinkQuery, type LinkQuery, parseLinkQuery } from "./link-query.ts";
import { linkLimits } from "./link-rules.ts";
import { formatSourcePath, parseSourcePath } from "./source-path.ts";

/**
 * A workspace as an address:
 *
 *     /gh/{owner}/{repo}[@{ref}][/{path}]            GitHub; also /cb (Codeberg), /bb (Bitbucket)
 *     /gl/{group}/…/{repo}[@{ref}][/-/{path}]        GitLab, whose groups nest: `/-/` ends the project's name
 *     /git/{percent-encoded URL}[@{ref}][/{path}]    any other host
 *     /try/{sample}
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

/** Path and query of a link. The one skill that a source asks for is the skill the link shows. */
export function formatLink(link: WorkspaceLink): string {
  const { source } = link;
  const skill = link.skill ?? (source.kind === "git" ? source.skill : undefined);
  return workspacePath(source) + formatLinkQuery({ ...link, ...(skill && { skill }) });
}

/** The path of a repository's or sample's link. Uploads and pasted text have no address: asking for one is a bug. */
export function workspacePath(source: Source): string {
  const path = formatSourcePath(source);
  if (path === undefined) throw new Error(`A source of kind "${source.kind}" has no address.`);
  return path;
}

/** Whether what a source names can never change: a full commit id, or a sample, which ships with the product. */
export function isPinned(source: Source): boolean {
  return source.kind === "git" ? /^[0-9a-f]{40}$/.test(source.ref ?? "") : source.kind === "sample";
}
