import type { HandedOut } from "#lib/chat/matching/handed-out.ts";
import type { Offer } from "#lib/chat/matching/parse-catalog.ts";
import { basename, dirname, isInside, resolvePath } from "#lib/vfs/paths.ts";
import { withoutFrontmatter } from "./outline.ts";
import type { Looked } from "./read-prompt.ts";

/** A file that a skill's instructions speak of. */
export interface Mention {
  /** Absolute, spelled as in the instructions. */
  readonly path: string;
  /**
   * Whether the mention can only mean a file of the skill: a link or a path. A bare `package.json` may be any
   * project's.
   */
  readonly certain: boolean;
}

const binary = /\.(png|jpe?g|gif|webp|svg|ico|pdf|zip|gz|tar|docx?|pptx?|xlsx?|ttf|otf|woff2?|mp[34]|wasm)$/i;

/** Extensions that mark a file even without a link or a folder: `add_page` of `writer.add_page` is not one. */
const textFile = /\.(mdx?|txt|py|sh|m?js|ts|json|ya?ml|toml|csv|html|css|xml|sql|rb|go|rs|ps1)$/i;

/**
 * A run of path characters, and whether the middle of a Markdown link stands before it. A single character class, so
 * that a hostile text cannot cause backtracking.
 */
const run = /(\]\(<?)?([\w./#-]+)/g;

/**
 * The text files that a skill's instructions point at, in order, only inside its folder. The frontmatter is skipped.
 */
export function mentionedPaths(markdown: string, directory: string): Mention[] {
  const body = withoutFrontmatter(markdown);
  const found = new Map<string, Mention>();
  for (const match of body.matchAll(run)) {
    const [whole, link, text = ""] = match;
    const target = text.split("#", 1)[0]?.replace(/\.$/, "") ?? "";
    const isLink = link !== undefined;
    const isCalled = body[match.index + whole.length] === "(";
    const isFile = target.includes("/") || textFile.test(target);
    if (!isFileName(target) || !(isLink || (!isCalled && isFile))) continue;
    const path = resolvePath(directory, target);
    if (!isInside(directory, path) || path.toLowerCase() === `${directory}/SKILL.md`.toLowerCase()) continue;
    const certain = isLink || target.includes("/") || (found.get(path)?.certain ?? false);
    found.set(path, { path, certain });
  }
  return [...found.values()];
}

/** Relative, with a text extension that begins with a letter. What follows `://` begins with a slash and so is none. */
function isFileName(target: string): boolean {
  return /^(?!\/).*[\w-]\.[a-z]\w{0,9}$/i.test(target) && !binary.test(target);
}

/** A mentioned file by its real path, and by the path that the instructions give it. */
export interface LocatedFile {
  readonly path: string;
  readonly written: string;
}

export interface LocatedMentions {
  readonly there: readonly LocatedFile[];
  /** Paths as written in the instructions. */
  readonly missing: readonly string[];
}

/**
 * Finds the mentioned files in a listing of the skill's folder; a file whose name differs only in case counts as the
 * one meant. Without a complete listing, paths are taken as written.
 */
export function locateMentions(mentions: readonly Mention[], listing: Looked | undefined): LocatedMentions {
  const listed = listedFiles(listing);
  const bySpelling = new Map(listed.map((path) => [path.toLowerCase(), path]));
  // A remark in brackets says that there are more entries, or that some are withheld.
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

/** The files and links of a listing, without their sizes and marks. */
function listedFiles(listing: Looked | undefined): string[] {
  if (!listing || listing.failed) return [];
  const lines = listing.text.split("\n").filter((line) => !line.endsWith("/"));
  return lines.map((line) => line.replace(/(@| \(\d+ bytes\))$/, ""));
}

/** The path of a file that a person names: exactly there, or somewhere below the working folder. */
export function locateOwn(written: string, cwd: string, listing: Looked | undefined): string | undefined {
  if (/^[~/]/.test(written)) return written;
  const path = resolvePath(cwd, written);
  const files = listedFiles(listing);
  return files.includes(path) ? path : files.find((file) => file.endsWith(`/${written}`));
}

interface FolderClues {
  readonly offer: Offer | undefined;
  /** The skill as the harness handed it over. */
  readonly handed: HandedOut;
  /** The skill with the harness's text around it. */
  readonly text: string;
  readonly cwd: string;
}

/** The folder of a skill, as far as the model was told: by the catalog, or by what came with the instructions. */
export function toldDirectory({ offer, handed, text, cwd }: FolderClues): string | undefined {
  if (offer?.location !== undefined) return dirname(offer.location);
  const resource = /^ {2}- (\/[^\n]*)\/(?:scripts|references)\/[^/\n]+$/m.exec(text)?.[1];
  const told = offer?.directory ?? handed.directory ?? resource;
  return told === undefined ? undefined : resolvePath(cwd, told);
}

/**
 * The folder of a skill from a listing of the tree, where the harness did not give it: of the folders with a SKILL.md
 * the one that holds most of what the instructions mention, and among equals the one with the skill's name.
 */
export function foundDirectory(name: string, body: string, listing: Looked): string | undefined {
  const files = new Set(listedFiles(listing));
  const mentions = mentionedPaths(body, "/skill").map(({ path }) => path.slice("/skill".length));
  const folders = [...files].filter((path) => path.endsWith("SKILL.md")).map(dirname);
  const scores = folders.map((folder) => {
    const held = mentions.filter((mention) => files.has(folder + mention)).length;
    return { folder, held, isNamesake: basename(folder) === name };
  });
  const [best] = scores.toSorted((a, b) => b.held - a.held || Number(b.isNamesake) - Number(a.isNamesake));
  return best && (best.held > 0 || best.isNamesake) ? best.folder : undefined;
}
