import { type Files, readText } from "#lib/vfs/files.ts";
import { compareBytes, isInside, relativePath, resolvePath } from "#lib/vfs/paths.ts";
import { walkFiles } from "#lib/vfs/walk-files.ts";
import { findSkillFile } from "./standard.ts";

/** A file that belongs to a skill beside its SKILL.md: what a model reads third (tier 3). */
export interface Resource {
  /** Relative to the skill's folder. */
  readonly path: string;
  /** By the standard's folders; `other` for a file that the text links to. */
  readonly kind: "script" | "reference" | "asset" | "other";
  /** Whether SKILL.md links to it. */
  readonly linked: boolean;
  /** Whether it is there: a link may point to nothing. */
  readonly exists: boolean;
}

const folders = [
  ["scripts", "script"],
  ["references", "reference"],
  ["assets", "asset"],
] as const;

/**
 * The resources of the skill in `directory`: every file below `scripts/`, `references/` and `assets/`, and what
 * its text links to inside the folder. In byte order of path.
 */
export function listResources(files: Files, directory: string): readonly Resource[] {
  const linked = new Set(linkedPaths(files, directory));
  const kinds = new Map<string, Resource["kind"]>();
  for (const path of linked) kinds.set(path, "other");
  for (const [folder, kind] of folders) {
    for (const entry of walkFiles(files, `${directory}/${folder}`)) {
      if (entry.kind !== "folder") kinds.set(relativePath(directory, entry.path), kind);
    }
  }
  return [...kinds]
    .map(([path, kind]) => {
      const exists = files.stat(resolvePath(directory, path)) !== undefined;
      return { path, kind, linked: linked.has(path), exists };
    })
    .sort((a, b) => compareBytes(a.path, b.path));
}

/** Bounded, or a hostile text of `](` without end makes the search quadratic. */
const markdownLink = /\]\(\s{0,8}<?([^)\s>]{1,1024})/g;

function linkedPaths(files: Files, directory: string): string[] {
  const skillFile = findSkillFile(files, directory);
  const text = (skillFile && readText(files, skillFile)) ?? "";
  return Array.from(text.matchAll(markdownLink), ([, target]) => insidePath(directory, target ?? "")).filter(
    (path) => path !== undefined,
  );
}

/** The path of a relative link that stays in the skill's folder, without its `#part`. */
function insidePath(directory: string, target: string): string | undefined {
  const path = target.replace(/[?#].*$/s, "");
  if (path === "" || path.startsWith("/") || /^[a-z][a-z\d+.-]*:/i.test(path)) return undefined;
  const absolute = resolvePath(directory, decode(path));
  return isInside(directory, absolute) && absolute !== directory ? relativePath(directory, absolute) : undefined;
}

/** Percent signs that encode nothing are meant as they stand. */
function decode(path: string): string {
  return /%(?![\da-f]{2})/i.test(path) ? path : path.replace(/%20/g, " ");
}
