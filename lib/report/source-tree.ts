import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { type Files, isPending, readText, walkFiles } from "#lib/vfs/files.ts";
import { dirname } from "#lib/vfs/paths.ts";
import { isLicenceFile, licenceOf } from "./licence.ts";
import type { Finding, ReportedSource } from "./shape.ts";
import type { Level } from "./trust/rule.ts";

/** The level at which a finding is reported; `undefined`: it is not reported. */
export type LevelOf = (finding: Pick<Finding, "rule" | "level" | "path">) => Level | undefined;

export interface SourceInput {
  /** The source alone, as a tree. */
  readonly files: Files;
  readonly source: Omit<ReportedSource, "files" | "bytes" | "licence" | "languages">;
  /** Paths of every SKILL.md in the source. */
  readonly skillFiles: readonly string[];
  /** Notices from reading the source: submodules, twins, files left out. Other findings are ignored here. */
  readonly notices: readonly Notice[];
  /** Paths of changed files: only they and their skills are looked at. Absent: everything is. */
  readonly only?: ReadonlySet<string>;
  /** Paths of the SKILL.md files that are reported. Absent: all. */
  readonly reported?: readonly string[];
  /** Level at which a finding is reported. Absent: the level of its rule. */
  readonly levelOf?: LevelOf;
}

export interface TreeFile {
  readonly path: string;
  /** `undefined` if the content has not come yet. */
  readonly size: number | undefined;
}

/** The files of a source, and which skill and licence they belong to. */
export interface Tree {
  readonly all: readonly TreeFile[];
  readonly links: readonly string[];
  /** By the path of a SKILL.md: the files in its folder that belong to no other skill. */
  readonly bySkill: ReadonlyMap<string, readonly TreeFile[]>;
  /** Ids of licences by the folder of their file. */
  readonly licences: ReadonlyMap<string, string>;
  readonly skillOf: (path: string) => string | undefined;
}

const skippedFolder = /\/(?:node_modules|\.git)$/;

/** Walks the source once, leaving out folders that tools create. */
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

/** Whether a path has changed, or belongs to a skill with a changed file. */
export function isTouchedBy(changed: ReadonlySet<string>, skillOf: Tree["skillOf"]): (path: string) => boolean {
  const skills = new Set([...changed].flatMap((path) => skillOf(path) ?? []));
  return (path) => changed.has(path) || skills.has(skillOf(path) ?? "");
}

/** The skills that have a changed file. */
export function touchedSkills(skillFiles: readonly string[], changed: ReadonlySet<string>): readonly string[] {
  return skillFiles.filter(isTouchedBy(changed, skillFinder(skillFiles)));
}

/** Finds the SKILL.md that a path belongs to: that of the nearest folder above that has one. */
function skillFinder(skillFiles: readonly string[]): (path: string) => string | undefined {
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
