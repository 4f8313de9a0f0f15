import type { Mention } from "./mentioned-paths.ts";
import type { Looked } from "./read-prompt.ts";

/** A mentioned file by the path it has, and by the one the instructions give it. */
export interface LocatedFile {
  readonly path: string;
  readonly written: string;
}

export interface LocatedMentions {
  readonly there: readonly LocatedFile[];
  /** Paths, as written. */
  readonly missing: readonly string[];
}

/**
 * Where the mentioned files are, by a listing of the skill's folder: a file whose name differs only in case is taken
 * for the one that is meant. Without a listing, or with one that leaves something out, paths are as written.
 */
export function locateMentions(mentions: readonly Mention[], listing: Looked | undefined): LocatedMentions {
  const listed = listedFiles(listing);
  const bySpelling = new Map(listed.map((path) => [path.toLowerCase(), path]));
  // A remark in brackets tells of more entries, or of some that are withheld.
  const isWhole = listing && !listing.failed && !/^\[/m.test(listing.text);
  const there = new Map<string, LocatedFile>();
  const missing: string[] = [];
  for (const { path: written, certain } of mentions) {
    const found = listed.includes(written) ? written : bySpelling.get(written.toLowerCase());
    const path = found ?? (isWhole ? undefined : written);
    if (path === undefined) missing.push(...(certain ? [written] : []));
    else if (!there.has(path)) there.set(path, { path, written });
  }
  return { there: [...there.values()], missing };
}

/** The files and links of a listing, without their sizes and signs. */
export function listedFiles(listing: Looked | undefined): string[] {
  if (!listing || listing.failed) return [];
  const lines = listing.text.split("\n").filter((line) => !line.endsWith("/"));
  return lines.map((line) => line.replace(/(@| \(\d+ bytes\))$/, ""));
}
