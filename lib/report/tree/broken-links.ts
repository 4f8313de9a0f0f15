import { visible } from "#lib/report/trust/patterns.ts";
import { isInCode, type TrustFile } from "#lib/report/trust/trust-file.ts";
import { dirname, resolvePath } from "#lib/vfs/paths.ts";
import { uriDecoded } from "#lib/vfs/uri.ts";
import type { LookedTree, TreeHit } from "./rule.ts";

/** `[text](target)` and `![text](target)`, without titles. */
const markdownLink = /\]\(\s{0,4}<?([^)<>\s]{1,400})>?(?:\s{1,4}["'][^"'\n]{0,200}["'])?\s{0,4}\)/g;

/** A path in code, taken only if it clearly names a file of the skill. */
const codePath = /`((?:\.\/)?(?:scripts|references?|assets|resources|templates)\/[\w./-]{1,200}\.[A-Za-z0-9]{1,8})`/g;

/** `needs`: a text that every match contains, which is faster to search for. */
const forms = [
  { needs: "](", pattern: markdownLink, isCode: false },
  { needs: "`", pattern: codePath, isCode: true },
] as const;

/** Most links that are checked in one file. */
const mostLinks = 500;

export interface BrokenLink extends Pick<TreeHit, "path" | "line" | "excerpt"> {
  readonly target: string;
  /** Name of an existing file that differs only in case. */
  readonly twin?: string;
}

/** Cached by file, because two rules ask for the links of each. */
const found = new WeakMap<TrustFile, readonly BrokenLink[]>();

/** Links of a skill's Markdown file to files beside it that do not exist, or exist under a name that differs only in case. */
export function brokenLinks(file: TrustFile, looked: LookedTree): readonly BrokenLink[] {
  if (file.kind !== "text" || looked.tree.skillOf(file.path) === undefined) return [];
  const known = found.get(file) ?? [...brokenIn(file, looked)];
  found.set(file, known);
  return known;
}

export function placeOf({ path, line, excerpt }: BrokenLink): Pick<TreeHit, "path" | "line" | "excerpt"> {
  return { path, line, excerpt };
}

/** What is wrong with a link, in a few words without a full stop. */
export function linkFault({ target, twin }: BrokenLink): string {
  return twin === undefined ? `${visible(target)} is not there` : `${visible(target)} is called ${visible(twin)} here`;
}

/** The links of a Markdown file of a skill that lead nowhere. */
export function* brokenIn(
  file: TrustFile,
  { files, folderOf, twinOf }: Pick<LookedTree, "files" | "folderOf" | "twinOf">,
): Generator<BrokenLink> {
  const folder = folderOf(file.path);
  const seen = new Set<string>();
  for (const { target, index, isCode } of linksIn(file)) {
    if (seen.has(target) || seen.size >= mostLinks) continue;
    seen.add(target);
    const bases = isCode ? [folder, dirname(file.path)] : [dirname(file.path), folder];
    const paths = bases.map((base) => resolvePath(base, target.replace(/^\//, "./")));
    if (target.startsWith("/")) paths.push(resolvePath("/", target.slice(1)));
    if (paths.some((path) => files.lstat(path))) continue;
    const twin = paths.map(twinOf).find((path) => path !== undefined);
    const line = file.lineAt(index);
    const excerpt = visible(file.line(line)).slice(0, 160);
    yield { target, path: file.path, line, excerpt, ...(twin !== undefined && { twin }) };
  }
}

interface Link {
  readonly target: string;
  readonly index: number;
  readonly isCode: boolean;
}

function* linksIn({ text, isFenced }: TrustFile): Generator<Link> {
  for (const { needs, pattern, isCode } of forms) {
    if (!text.includes(needs)) continue;
    for (const match of text.matchAll(pattern)) {
      const target = uriDecoded((match[1] ?? "").replace(/[#?].*$/u, ""));
      const { index } = match;
      if (target === undefined || !isOwnPath(target) || isFenced(index)) continue;
      // A link that is shown as an example stands between backquotes.
      if (!isCode && isInCode(text, index)) continue;
      yield { target, index, isCode };
    }
  }
}

function isOwnPath(target: string): boolean {
  if (target === "" || /^(?:[a-z][\w+.-]{1,20}:|\/\/|#|~)/i.test(target)) return false;
  if (/[{}$*<>|\\]|\.\.\.|^(?:url|link|path|file|src|href|image|example|your)[-_./]?/i.test(target)) return false;
  // A target without a file extension may be a page of a site.
  return /\.[A-Za-z0-9]{1,8}$|\/$/.test(target);
}
