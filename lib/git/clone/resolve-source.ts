import { FailureError } from "#lib/failure.ts";
import type { ListRefs, ServerRef } from "#lib/git/transport/list-refs.ts";
import { editDistance } from "#lib/vfs/paths.ts";
import type { GitSource } from "#lib/vfs/source.ts";

/** What to request from the server. */
export interface Wanted {
  /** A commit, or an annotated tag. */
  readonly id: string;
  /** The short name of the branch or tag, or the commit id. */
  readonly ref: string;
  readonly path?: string;
}

/**
 * Finds what a source names among the server's refs. As with `git clone --branch`, a branch takes precedence over a tag
 * of the same name. Throws `repository-empty` and `ref-missing`.
 */
export async function resolveSource(source: GitSource, list: ListRefs): Promise<Wanted> {
  const pinned = pinnedIn(source);
  if (pinned) return pinned;
  const path = source.path === undefined ? {} : { path: source.path };
  if (source.refPath !== undefined) return resolveTail(source.url, source.refPath, list);
  if (source.ref === undefined || source.ref === "HEAD") return { ...(await resolveHead(source.url, list)), ...path };
  return { ...(await resolveName(source.url, source.ref, list)), ...path };
}

/** The commit that a source names by its id, without asking the host. */
export function pinnedIn({ ref, refPath, path }: GitSource): Wanted | undefined {
  const [id = "", ...rest] = refPath?.split("/") ?? [ref];
  const below = refPath === undefined ? path : rest.join("/") || undefined;
  return isCommitId(id) ? { id, ref: id, ...(below !== undefined && { path: below }) } : undefined;
}

async function resolveName(url: string, wanted: string, list: ListRefs): Promise<Wanted> {
  const isWanted = ({ short, name }: NamedRef) => short === wanted || name === wanted;
  // One ref is requested by name. The list of all, which may be tens of thousands, is needed only for suggestions.
  const exact = (await list(prefixesOf(wanted))).map(withShortName).find(isWanted);
  if (exact) return { id: exact.id, ref: exact.short };
  const refs = await listAll(url, list);
  const found = findById(refs, wanted);
  if (!found) throw missing(wanted, refs);
  return { id: found.id, ref: found.short };
}

async function resolveHead(url: string, list: ListRefs): Promise<Wanted> {
  const head = (await list(["HEAD"])).find((ref) => ref.name === "HEAD");
  if (head) return { id: head.id, ref: shortName(head.target ?? "HEAD") };
  // HEAD names a branch that does not exist: use a usual name for the default branch.
  const branches = await listAll(url, list);
  const first = branches.find((ref) => ref.short === "main") ?? branches.find((ref) => ref.short === "master");
  const { id, short } = (first ?? branches[0]) as NamedRef;
  return { id, ref: short };
}

/** `refPath` is a short or full ref and a path, joined by a slash; the longest existing ref is the one meant. */
async function resolveTail(url: string, refPath: string, list: ListRefs): Promise<Wanted> {
  const [first = "", ...rest] = refPath.split("/");
  const path = rest.length === 0 ? {} : { path: rest.join("/") };
  if (first === "HEAD") return { ...(await resolveHead(url, list)), ...path };
  const spelling = refPath.startsWith("refs/") ? "name" : "short";
  const candidates = (await list(prefixesOfTail(refPath))).map(withShortName);
  let longest: NamedRef | undefined;
  for (const ref of candidates) {
    const matches = refPath === ref[spelling] || refPath.startsWith(`${ref[spelling]}/`);
    if (matches && ref.short.length > (longest?.short.length ?? 0)) longest = ref;
  }
  if (longest) {
    const tail = refPath.slice(longest[spelling].length + 1);
    return { id: longest.id, ref: nameAmong(candidates, longest), ...(tail && { path: tail }) };
  }
  const refs = await listAll(url, list);
  const found = findById(refs, first);
  if (!found) throw missing(spelling === "name" ? shortName(refPath) : first, refs);
  return { id: found.id, ref: found.short, ...path };
}

/** The ref's short name, unless that would name a branch instead of a tag. */
function nameAmong(refs: readonly NamedRef[], { short, name }: NamedRef): string {
  return refs.find((ref) => ref.short === short)?.name === name ? short : name;
}

interface NamedRef extends ServerRef {
  /** `main`, `v1.0` */
  readonly short: string;
}

/** The refs that a name may mean: a branch, then a tag of that name; a full name (`refs/pull/3/head`) means itself. */
function prefixesOf(name: string): readonly string[] {
  return name.startsWith("refs/") ? [name] : [`refs/heads/${name}`, `refs/tags/${name}`];
}

/** The refs with which `refPath` may begin, however many of its segments belong to the ref. */
function prefixesOfTail(refPath: string): readonly string[] {
  const [first = "", second = "", third = ""] = refPath.split("/");
  if (first !== "refs") return prefixesOf(first);
  // Only seeing both distinguishes a branch from a tag of the same name.
  return second === "heads" || second === "tags" ? prefixesOf(third) : [`refs/${second}/${third}`];
}

/** Branches, then tags. */
async function listAll(url: string, list: ListRefs): Promise<readonly NamedRef[]> {
  const refs = await list(prefixesOf(""));
  if (refs.length === 0) throw new FailureError({ code: "repository-empty", url });
  return refs.map(withShortName);
}

function withShortName(ref: ServerRef): NamedRef {
  return { ...ref, short: shortName(ref.name) };
}

function shortName(name: string): string {
  return name.replace(/^refs\/(?:heads|tags)\//, "");
}

function isCommitId(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}

/** Servers do not look up a shortened id, but it may be that of a branch or tag. */
function findById(refs: readonly NamedRef[], shortened: string): NamedRef | undefined {
  return /^[0-9a-f]{7,39}$/.test(shortened) ? refs.find((ref) => ref.id.startsWith(shortened)) : undefined;
}

function missing(ref: string, refs: readonly NamedRef[]): FailureError {
  const near = nearNames(ref, [...new Set(refs.map((known) => known.short))]);
  return new FailureError({ code: "ref-missing", ref, near });
}

/** Up to five of `names` that a person may have meant by `wanted`, most likely first. */
export function nearNames(wanted: string, names: readonly string[]): readonly string[] {
  const target = wanted.toLowerCase();
  const most = Math.max(2, wanted.length / 3);
  return names
    .map((name) => ({ name, distance: distanceOf(target, name.toLowerCase(), most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 5)
    .map(({ name }) => name);
}

/**
 * The edit distance of two names; where one contains the other (`1.0`, `v1.0`) it is one. Not counted further than
 * `most`: a server may name a quarter of a million refs, and one of them as long as a page.
 */
function distanceOf(a: string, b: string, most: number): number {
  if (a === b) return 0;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length > 1 && long.includes(short)) return 1;
  return editDistance(a, b, Math.floor(most));
}
