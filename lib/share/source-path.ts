import { pathObjection } from "#lib/vfs/limits.ts";
import { type GitSource, lessonOf, type Source } from "#lib/vfs/source.ts";
import { isLessonId, isRefName, isRepositoryUrl, isSampleId } from "./link-rules.ts";

interface Host {
  /** The first segment of the host's addresses. */
  readonly form: string;
  readonly origin: string;
  /** Whether groups of projects may nest; `/-/` then ends the project's name, as in GitLab's own addresses. */
  readonly nested: boolean;
}

const hosts: readonly Host[] = [
  { form: "gh", origin: "https://github.com", nested: false },
  { form: "gl", origin: "https://gitlab.com", nested: true },
  { form: "cb", origin: "https://codeberg.org", nested: false },
  { form: "bb", origin: "https://bitbucket.org", nested: false },
];

/** Takes the place of a ref before a path whose ref only the server can determine. No ref can have this name. */
const unsplit = "~";

/** The source that a path names; `undefined` for any other path. Never throws. */
export function parseSourcePath(pathname: string): Source | undefined {
  const [empty, form = "", ...segments] = pathname.replace(/\/$/, "").split("/");
  if (empty !== "") return undefined;
  if (form === "w") return segments[0] === "w" ? undefined : parseLesson(segments);
  if (form === "git") return parseAnyHost(segments);
  const names = decodeAll(segments);
  if (!names) return undefined;
  if (form === "try") return names.length === 1 ? sampleSource(names[0]) : undefined;
  const host = hosts.find((known) => known.form === form);
  return host && parseKnownHost(host, names);
}

/** The path that names a source; `undefined` for files that only one browser has. */
export function formatSourcePath(source: Source): string | undefined {
  const lesson = lessonOf(source);
  if (lesson !== undefined) return formatLesson(source, lesson);
  if (source.kind === "sample") return `/try/${source.sample}`;
  if (source.kind !== "git") return undefined;
  for (const host of hosts) {
    const project = source.url.startsWith(`${host.origin}/`) ? source.url.slice(host.origin.length + 1) : "";
    if (isProject(host, project.split("/"))) return `/${host.form}/${project}${formatPlace(source, host.nested)}`;
  }
  return `/git/${encodeURIComponent(source.url)}${formatPlace(source, false)}`;
}

/** The path of a repository's badge; `undefined` for hosts and sources without one. */
export function badgePath(source: Source): string | undefined {
  if (source.kind !== "git") return undefined;
  const host = hosts.find(({ origin }) => source.url.startsWith(`${origin}/`));
  const project = host && source.url.slice(host.origin.length + 1);
  return host && isProject(host, (project ?? "").split("/")) ? `/badge/${host.form}/${project}.svg` : undefined;
}

/**
 * `{a source's own path}/{lesson}`: the last name is the lesson's. Without a name after the repository or sample it is
 * the first lesson.
 */
function parseLesson(segments: readonly string[]): Source | undefined {
  const whole = parseSourcePath(`/${segments.join("/")}`);
  if (whole && !isDeeper(whole)) return withLesson(whole, "");
  const lesson = decodeAll(segments.slice(-1))?.[0] ?? "";
  const source = parseSourcePath(`/${segments.slice(0, -1).join("/")}`);
  return source && isLessonId(lesson) ? withLesson(source, lesson) : undefined;
}

/** Whether the source's path is below its root. */
function isDeeper(source: Source): boolean {
  return source.kind === "git" && (source.path ?? source.refPath) !== undefined;
}

function withLesson(source: Source, lesson: string): Source | undefined {
  return (source.kind === "git" && !source.refPath) || source.kind === "sample" ? { ...source, lesson } : undefined;
}

function formatLesson(source: Source, lesson: string): string | undefined {
  const { lesson: _, ...plain } = source as GitSource;
  const path = formatSourcePath(plain as Source);
  const isNested = source.kind === "git" && source.url.startsWith("https://gitlab.com/") && !source.path;
  return path && `/w${path}${lesson && `${isNested ? "/-" : ""}/${encodeSegment(lesson)}`}`;
}

function formatPlace({ ref, path, refPath }: GitSource, nested: boolean): string {
  const at = refPath ? unsplit : ref?.replaceAll("/", ":");
  const tail = refPath ?? path;
  return (at ? `@${encodeSegment(at)}` : "") + (tail ? `${nested ? "/-" : ""}/${encodePath(tail)}` : "");
}

/**
 * `{percent-encoded URL}[@{ref}][/{path}]`; an `@` of the URL itself is encoded. A `.git` and a slash that people copy
 * along at the end are dropped.
 */
function parseAnyHost([first = "", ...rest]: readonly string[]): GitSource | undefined {
  const decoded = decodeAll([...splitRef(first), ...rest]);
  if (!decoded) return undefined;
  const [given = "", ...place] = decoded;
  const url = given.replace(/\/$/, "").replace(/\.git$/, "");
  return first.includes("@") ? gitSource(url, place[0], place.slice(1)) : gitSource(url, undefined, place);
}

/** `{owner}/{repo}[@{ref}][/{path}]`, with groups `{group}/…/{repo}[@{ref}][/-/{path}]`. */
function parseKnownHost(host: Host, names: readonly string[]): GitSource | undefined {
  const length = host.nested ? projectLength(names) : 2;
  const [repository = "", ref] = splitRef(names[length - 1] ?? "");
  const project = [...names.slice(0, length - 1), repository.replace(/\.git$/, "")];
  const rest = names.slice(host.nested && names[length] === "-" ? length + 1 : length);
  return isProject(host, project) ? gitSource(`${host.origin}/${project.join("/")}`, ref, rest) : undefined;
}

/** The number of names in a nested project's name: up to the one with a ref, or the separator, or all. */
function projectLength(names: readonly string[]): number {
  const last = names.findIndex((name) => name === "-" || name.includes("@"));
  if (last === -1) return names.length;
  return names[last] === "-" ? last : last + 1;
}

function isProject({ nested }: Host, names: readonly string[]): boolean {
  if (nested ? names.length < 2 : names.length !== 2) return false;
  return names.every((name) => /^[\w.-]+$/.test(name) && !["-", ".", ".."].includes(name));
}

function gitSource(url: string, at: string | undefined, rest: readonly string[]): GitSource | undefined {
  const tail = rest.join("/");
  const ref = at?.replaceAll(":", "/");
  if (!isRepositoryUrl(url) || (rest.length > 0 && pathObjection(tail))) return undefined;
  if (ref === unsplit) return tail ? { kind: "git", url, refPath: tail } : undefined;
  if (ref !== undefined && !isRefName(ref)) return undefined;
  return { kind: "git", url, ...(ref && { ref }), ...(tail && { path: tail }) };
}

function sampleSource(sample = ""): Source | undefined {
  return isSampleId(sample) ? { kind: "sample", sample } : undefined;
}

/** Splits at the first `@`: a repository's name holds none, a ref may (`pkg@1.0.0`). */
function splitRef(segment: string): readonly string[] {
  const at = segment.indexOf("@");
  return at === -1 ? [segment] : [segment.slice(0, at), segment.slice(at + 1)];
}

/** `undefined` when a segment is not well-formed percent-encoding. */
function decodeAll(segments: readonly string[]): string[] | undefined {
  try {
    return segments.map(decodeURIComponent);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function encodePath(path: string): string {
  return path.split("/").map(encodeSegment).join("/");
}

/** Encodes a segment, leaving readable what a path may contain. */
function encodeSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("%3A", ":").replaceAll("%40", "@");
}
