/**
 * Where a mount's files come from, as data: what the source box parses to, a link carries and
 * IndexedDB keeps.
 */
export interface GitSource {
  readonly kind: "git";
  /** The https clone URL without a trailing `.git` or slash, e.g. `https://github.com/acme/skills`. */
  readonly url: string;
  /** A branch, tag or full commit id; absent for the default branch. */
  readonly ref?: string;
  /** A folder (or a SKILL.md) inside the repository, without leading slash. */
  readonly path?: string;
  /**
   * The unsplit tail of a `/tree/…` or `/blob/…` address: a ref may hold slashes, so only the server's
   * own list of refs tells where it ends. Excludes `ref` and `path`.
   */
  readonly refPath?: string;
  /** The one skill asked for (`owner/repo@skill`), by folder or frontmatter name; or the plugin that groups several. */
  readonly skill?: string;
  /** All skills asked for, where a command named several; `skill` is the first. */
  readonly skills?: readonly string[];
  /** It is opened as the project of this lesson, by the folder below `lessons/`; empty: of its first. */
  readonly lesson?: string;
}

export type Source =
  | GitSource
  /** `lesson`: as of a repository, and so of a sample. */
  | { readonly kind: "upload"; readonly name: string; readonly lesson?: string }
  | { readonly kind: "sample"; readonly sample: string; readonly lesson?: string }
  | { readonly kind: "text"; readonly name: string };

/** What a person calls it: `acme/skills`, a folder's name, a sample's. */
export function sourceLabel(source: Source): string {
  if (source.kind === "git") return new URL(source.url).pathname.slice(1) || source.url;
  return source.kind === "sample" ? source.sample : source.name;
}

/** The lesson that a source is opened as; `undefined` for one that is opened as it is. */
export function lessonOf(source: Source): string | undefined {
  return source.kind === "text" ? undefined : source.lesson;
}

/** The phases of a mount in the order a person sees them; a source without a network starts at `reading`. */
export type MountPhase = "connecting" | "downloading" | "unpacking" | "reading" | "verifying" | "mounting" | "saving";

export interface MountProgress {
  readonly phase: MountPhase;
  /** Bytes received or read so far. */
  readonly bytes?: number;
  /** Files or objects done, and of how many when that is known. */
  readonly done?: number;
  readonly total?: number;
}

export type ReportProgress = (progress: MountProgress) => void;
