import { isInside, resolvePath } from "#lib/vfs/paths.ts";
import { withoutFrontmatter } from "./outline.ts";

/** A file that a skill's instructions speak of. */
export interface Mention {
  /** Absolute, spelled as written. */
  readonly path: string;
  /** Whether it can only be a file of the skill: a link or a path. A bare `package.json` may be any project's. */
  readonly certain: boolean;
}

const binary = /\.(png|jpe?g|gif|webp|svg|ico|pdf|zip|gz|tar|docx?|pptx?|xlsx?|ttf|otf|woff2?|mp[34]|wasm)$/i;

/** What needs no link and no folder to be taken for a file: `add_page` of `writer.add_page` is none of these. */
const textFile = /\.(mdx?|txt|py|sh|m?js|ts|json|ya?ml|toml|csv|html|css|xml|sql|rb|go|rs|ps1)$/i;

/**
 * A run of what paths are made of, and whether the middle of a Markdown link stands before it.
 * One character class, so that text made to hang cannot.
 */
const run = /(\]\(<?)?([\w./#-]+)/g;

/** The text files that a skill's instructions point at, in order, only inside its folder. Its frontmatter instructs nobody. */
export function mentionedPaths(markdown: string, directory: string): Mention[] {
  const body = withoutFrontmatter(markdown.split(/\r?\n/)).join("\n");
  const found = new Map<string, Mention>();
  for (const match of body.matchAll(run)) {
    const [whole, link, text = ""] = match;
    const target = text.split("#", 1)[0]?.replace(/\.$/, "") ?? "";
    const isLink = link !== undefined;
    const isCalled = body[match.index + whole.length] === "(";
    if (!isFileName(target) || !(isLink || (!isCalled && isFile(target)))) continue;
    const path = resolvePath(directory, target);
    if (!isInside(directory, path) || path.toLowerCase() === `${directory}/SKILL.md`.toLowerCase()) continue;
    const certain = isLink || target.includes("/") || (found.get(path)?.certain ?? false);
    found.set(path, { path, certain });
  }
  return [...found.values()];
}

/** Relative, with an extension that begins with a letter, and text by that extension. What follows `://` begins with a slash. */
function isFileName(target: string): boolean {
  const extension = target.slice(target.lastIndexOf("."));
  const isNamed = /[\w-]$/.test(target.slice(0, -extension.length));
  return isNamed && !target.startsWith("/") && /^\.[a-z]\w{0,9}$/i.test(extension) && !binary.test(extension);
}

function isFile(target: string): boolean {
  return target.includes("/") || textFile.test(target);
}
