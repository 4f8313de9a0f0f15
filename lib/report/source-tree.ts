import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { type Files, isPending, readText, walkFiles } from "#lib/vfs/files.ts";
import { dirname } from "#lib/vfs/paths.ts";
import { isLicenceFile, licenceOf } from "./licence.ts";
import type { Finding, ReportedSource } from "./shape.ts";
import type { Level } from "./trust/rule.ts";

/** At which level a finding is told; `undefined`: not at all. */
export type LevelOf = (finding: Pick<Finding, "rule" | "level" | "path">) => Level | undefined;

export interface SourceInput {
  /** The source as a tree of its own. */
  readonly files: Files;
  readonly source: Omit<ReportedSource, "files" | "bytes" | "licence" | "languages">;
  /** Every SKILL.md in it. */
  readonly skillFiles: readonly string[];
  /** What was noticed while it was read: submodules, twins, what was left out. Other findings say nothing here. */
  readonly notices: readonly Notice[];
  /** Paths of changed files: only they, and the skills that they belong to, are looked at. Absent: everything is. */
  readonly only?: ReadonlySet<string>;
  /** At which level a finding is told; not at all where `undefined`. Absent: as its rule has it. */
  readonly levelOf?: LevelOf;
}

export interface TreeFile {
  readonly path: string;
  /** `undefined` where the file has not come yet. */
  readonly size: number | undefined;
}

/** What lies where in a source. */
export interface Tree {
  readonly all: readonly TreeFile[];
  readonly links: readonly string[];
  /** By the path of its SKILL.md: what is in its folder and in no other skill's. */
  readonly bySkill: ReadonlyMap<string, readonly TreeFile[]>;
  /** Ids of licences by the folder that they lie in. */
  readonly licences: ReadonlyMap<string, string>;
  readonly skillOf: (path: string) => string | undefined;
}

const skippedFolder = /\/(?:node_modules|\.git)$/;

/** One walk of everything but what tools put there. */
export function* readTree(files: Files, skillFiles: readonly string[]): Generator<undefined, Tree> {
  const all: TreeFile[] = [];
  const links: string[] = [];
  const bySkill = new Map<string, TreeFile[]>(skillFiles.map((path) => [path, []]));
  const licences = new Map<string, string>();
  const skillOf = skillFinder(skillFiles);
  for (const { path, kind } of walkFiles(files, "/", { skip: ({ path }) => skippedFolder.test(path) })) {
    yield;
    if (kind === "folder") continue;
    if (kind === "link") {
      links.push(path);
      continue;
    }
    const stat = files.stat(path);
    const file = { path, size: isPending(stat) ? undefined : stat?.size };
    all.push(file);
    bySkill.get(skillOf(path) ?? "")?.push(file);
    if (file.size !== undefined && isLicenceFile(path) && !licences.has(dirname(path))) {
      const text = readText(files, path);
      if (text !== undefined) licences.set(dirname(path), licenceOf(text));
    }
  }
  return { all, links, bySkill, licences, skillOf };
}

/** Whether a path has changed, or belongs to a skill of which something has. */
export function isTouchedBy(changed: ReadonlySet<string>, skillOf: Tree["skillOf"]): (path: string) => boolean {
  const skills = new Set([...changed].flatMap((path) => skillOf(path) ?? []));
  return (path) => changed.has(path) || skills.has(skillOf(path) ?? "");
}

/** Which SKILL.md a path belongs to: that of the nearest folder above that has one. */
export function skillFinder(skillFiles: readonly string[]): (path: string) => string | undefined {
  const byFolder = new Map(skillFiles.map((path) => [dirname(path), path]));
  const known = new Map<string, string | undefined>();
  function find(folder: string): string | undefined {
    if (known.has(folder)) return known.get(folder);
    const own = byFolder.get(folder);
    const found = own ?? (folder === "/" ? undefined : find(dirname(folder)));
    known.set(folder, found);
    return found;
  }
  return (path) => find(dirname(path));
}
