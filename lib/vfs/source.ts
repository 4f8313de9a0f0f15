/** Where a mount's files come from, as data: the result of parsing the source box, and what links carry and IndexedDB stores. */
export interface GitSource {
  readonly kind: "git";
  /** The https clone URL without a trailing `.git` or slash, e.g. `https://github.com/acme/skills`. */
  readonly url: string;
  /** A branch, tag or full commit id; absent for the default branch. */
  readonly ref?: string;
  /** A folder (or a SKILL.md) inside the repository, without leading slash. */
  readonly path?: string;
  /**
   * The unsplit rest of a `/tree/…` or `/blob/…` address: a ref may hold slashes, so only the server's list of refs tells where it ends.
   * Excludes `ref` and `path`.
   */
  readonly refPath?: string;
  /** The one skill asked for (`owner/repo@skill`), by folder or frontmatter name; or a plugin that groups several. */
  readonly skill?: string;
  /** All skills asked for, where a command named several; `skill` is the first. */
  readonly skills?: readonly string[];
  /** The source is opened as the project of this lesson, named by the folder below `lessons/`; empty: the first lesson. */
  readonly lesson?: string;
}

export type Source =
  | GitSource
  /** `lesson` means the same as for a git source, here and for a sample. */
  | { readonly kind: "upload"; readonly name: string; readonly lesson?: string }
  | { readonly kind: "sample"; readonly sample: string; readonly lesson?: string }
  | { readonly kind: "text"; readonly name: string };

/** The name that people know a source by: `acme/skills`, the name of a folder or of a sample. */
export function sourceLabel(source: Source): string {
  if (source.kind === "git") return new URL(source.url).pathname.slice(1) || source.url;
  return source.kind === "sample" ? source.sample : source.name;
}

/** The lesson that a source is opened as; `undefined` for a source opened without one. */
export function lessonOf(source: Source): string | undefined {
  return source.kind === "text" ? undefined : source.lesson;
}

/** The phases of a mount in the order a person sees them; a source without a network starts at `reading`. */
export type MountPhase = "connecting" | "downloading" | "unpacking" | "reading" | "verifying" | "mounting" | "skills";

export interface MountProgress {
  readonly phase: MountPhase;
  /** Bytes received or read so far. */
  readonly bytes?: number;
  /** Files or objects done, and the total when that is known. */
  readonly done?: number;
  readonly total?: number;
}

export type ReportProgress = (progress: MountProgress) => void;
