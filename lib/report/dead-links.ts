import type { Files } from "#lib/vfs/files.ts";
import { dirname, resolvePath } from "#lib/vfs/paths.ts";
import type { SourceHit } from "./source-findings.ts";
import { visible } from "./trust/patterns.ts";
import { isInCode, type TrustFile } from "./trust/trust-file.ts";

/** `[text](target)` and `![text](target)`, without titles. */
const markdownLink = /\]\(\s{0,4}<?([^)<>\s]{1,400})>?(?:\s{1,4}["'][^"'\n]{0,200}["'])?\s{0,4}\)/g;

/** A file named in code: only what clearly is a path of the skill's own. */
const codePath = /`((?:\.\/)?(?:scripts|references?|assets|resources|templates)\/[\w./-]{1,200}\.[A-Za-z0-9]{1,8})`/g;

/** Links looked up in one file. */
const mostLinks = 500;

export interface LinkContext {
  readonly files: Files;
  /** The folder of the skill that the file belongs to. */
  readonly folder: string;
  /** A path of these files that differs from it in case alone. */
  twinOf(path: string): string | undefined;
}

/** Links of a Markdown file to files beside it that are not there, or under a name of another case. */
export function* deadLinks(file: TrustFile, { files, folder, twinOf }: LinkContext): Generator<SourceHit> {
  if (file.kind !== "text") return;
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
    if (twin !== undefined)
      yield {
        rule: "case-twin",
        level: "look",
        path: file.path,
        line,
        says: `${visible(target)} is called ${visible(twin)} here`,
        excerpt,
      };
    else
      yield {
        rule: "dead-link",
        level: "note",
        path: file.path,
        line,
        says: `${visible(target)} is not there`,
        excerpt,
      };
  }
}

interface Link {
  readonly target: string;
  readonly index: number;
  readonly isCode: boolean;
}

function* linksIn({ text, isFenced }: TrustFile): Generator<Link> {
  for (const [pattern, isCode] of [
    [markdownLink, false],
    [codePath, true],
  ] as const) {
    for (const match of text.matchAll(pattern)) {
      const target = decoded((match[1] ?? "").replace(/[#?].*$/u, ""));
      const { index } = match;
      if (target === undefined || !isOwnPath(target) || isFenced(index)) continue;
      // A link shown as an example stands between backquotes.
      if (!isCode && isInCode(text, index)) continue;
      yield { target, index, isCode };
    }
  }
}

function isOwnPath(target: string): boolean {
  if (target === "" || /^(?:[a-z][\w+.-]{1,20}:|\/\/|#|~)/i.test(target)) return false;
  if (/[{}$*<>|\\]|\.\.\.|^(?:url|link|path|file|src|href|image|example|your)[-_./]?/i.test(target)) return false;
  // Without an ending it may be a page of a site.
  return /\.[A-Za-z0-9]{1,8}$|\/$/.test(target);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
