import { isInside, resolvePath } from "#lib/vfs/paths.ts";

const binary = /\.(png|jpe?g|gif|webp|svg|ico|pdf|zip|gz|tar|docx?|pptx?|xlsx?|ttf|otf|woff2?|mp[34]|wasm)$/i;

/** `[text](path)`, a path with a folder in it, or a file name in backticks. */
const mention = /\]\(<?([^)\s>]+)>?[^)]*\)|((?:[\w.-]+\/)+[\w.-]+\.\w+)|`([\w.-]+\.\w+)`/g;

/** The text files that a skill's instructions point at, absolute, in order, only inside its folder. */
export function mentionedPaths(markdown: string, directory: string): string[] {
  const found = new Set<string>();
  for (const [, link, path, name] of markdown.replace(/\w+:\/\/[^\s)>]+/g, " ").matchAll(mention)) {
    const target = (link ?? path ?? name ?? "").split("#")[0] ?? "";
    if (target === "" || target.startsWith("/") || /^\w+:/.test(target) || binary.test(target)) continue;
    const absolute = resolvePath(directory, target);
    if (absolute !== directory && isInside(directory, absolute) && !absolute.endsWith("/SKILL.md")) found.add(absolute);
  }
  return [...found];
}
