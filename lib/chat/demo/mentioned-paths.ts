import { isInside, resolvePath } from "#lib/vfs/paths.ts";

const binary = /\.(png|jpe?g|gif|webp|svg|ico|pdf|zip|gz|tar|docx?|pptx?|xlsx?|ttf|otf|woff2?|mp[34]|wasm)$/i;

/**
 * A run of what paths are made of, and whether a backtick or the middle of a Markdown link stands before it.
 * One character class, so that text made to hang cannot.
 */
const run = /(`|\]\(<?)?([\w./#-]+)/g;

/** The text files that a skill's instructions point at, absolute, in order, only inside its folder. */
export function mentionedPaths(markdown: string, directory: string): string[] {
  const found = new Set<string>();
  for (const [, marked, text = ""] of markdown.matchAll(run)) {
    const target = text.split("#", 1)[0]?.replace(/\.$/, "") ?? "";
    if (!isFileName(target) || !(marked || target.includes("/"))) continue;
    const absolute = resolvePath(directory, target);
    if (absolute !== `${directory}/SKILL.md` && isInside(directory, absolute)) found.add(absolute);
  }
  return [...found];
}

/** Relative, with an extension that begins with a letter, and text by that extension. What follows `://` begins with a slash. */
function isFileName(target: string): boolean {
  const extension = target.slice(target.lastIndexOf("."));
  return !target.startsWith("/") && /^\.[a-z]\w{0,9}$/i.test(extension) && !binary.test(extension);
}
