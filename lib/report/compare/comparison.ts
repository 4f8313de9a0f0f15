import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import { compareBytes } from "#lib/vfs/paths.ts";
import type { Source } from "#lib/vfs/source.ts";
import type { MarkCounts, Way } from "./headline.ts";
import { marks } from "./marks.ts";
import { type ComparedVerdict, neverMet } from "./verdict.ts";

/** What one harness makes of the workspace's sources. */
export interface HarnessColumn {
  readonly profileId: string;
  readonly label: string;
  readonly catalog: Catalog;
  /** Estimated tokens of the catalog's text. */
  readonly tokens: number;
  /** Context window, in tokens, of the model that the harness runs with. */
  readonly window: number;
  /** Counts over all skills of the sources, each skill once (`lib/stage/verdicts.ts`). */
  readonly counts: MarkCounts;
  /** By the id of the file (`<mount>:<path in it>`), since harnesses find an installed skill at different paths. */
  readonly verdicts: ReadonlyMap<string, ComparedVerdict>;
}

/** A file that a harness may take for a skill, at whatever path that harness finds it. */
export interface ComparedFile {
  /** The key of `HarnessColumn.verdicts`. */
  readonly id: string;
  /** Label of the source that the file comes from. */
  readonly source: string;
  /** Path in the source, from `/`. */
  readonly path: string;
  readonly folder: string;
}

/** One file, and what each harness makes of it. */
export interface ComparedSkill extends ComparedFile {
  /** One verdict for each column, in the order of the columns. */
  readonly verdicts: readonly ComparedVerdict[];
  /** Whether the harnesses disagree on the verdict or the name. */
  readonly differs: boolean;
}

export interface ComparedSource {
  readonly label: string;
  readonly source: Source;
  /** Full commit id. */
  readonly commit?: string;
  /** Present if the files came with a workspace file and were not compared with the commit. */
  readonly unverified?: true;
}

/** Sources side by side under several harnesses, at one moment. */
export interface Comparison {
  readonly title: string;
  readonly sources: readonly ComparedSource[];
  /** Whether the sources stood as they lie or as installed. */
  readonly way: Way;
  readonly columns: readonly HarnessColumn[];
  /** First the skills that harnesses disagree on, then the others; each in byte order of folder. */
  readonly skills: readonly ComparedSkill[];
}

/** Joins the results of all harnesses, by file. Yields after each file: there may be thousands. */
export function* joinColumns(
  columns: readonly HarnessColumn[],
  files: ReadonlyMap<string, ComparedFile>,
): Generator<undefined, readonly ComparedSkill[]> {
  const skills: ComparedSkill[] = [];
  for (const file of files.values()) {
    const verdicts = columns.map((column) => column.verdicts.get(file.id) ?? neverMet);
    skills.push({ ...file, verdicts, differs: doDiffer(verdicts) });
    yield;
  }
  return skills.sort(byDifference);
}

/** The comparison of only these harnesses, in this order; the remaining verdicts may no longer differ. Unknown ids are ignored. */
export function chooseHarnesses(comparison: Comparison, profileIds: Iterable<string>): Comparison {
  const known = comparison.columns.map(({ profileId }) => profileId);
  const kept = [...profileIds].map((id) => known.indexOf(id)).filter((at) => at >= 0);
  if (kept.length === known.length && kept.every((at, index) => at === index)) return comparison;
  const skills = comparison.skills.map((skill): ComparedSkill => {
    const verdicts = at(skill.verdicts, kept);
    return { ...skill, verdicts, differs: doDiffer(verdicts) };
  });
  return { ...comparison, columns: at(comparison.columns, kept), skills: skills.sort(byDifference) };
}

function at<Item>(items: readonly Item[], indexes: readonly number[]): Item[] {
  return indexes.flatMap((index) => items.slice(index, index + 1));
}

export interface SkillFilter {
  /** Keeps skills with this text in the folder, path, source or any harness's name for the skill, ignoring case. */
  readonly text: string;
  readonly onlyDiffering: boolean;
  /** Keeps skills with a problem under some harness. */
  readonly onlyProblems: boolean;
}

/** A comparison with fewer skills; the skills that are kept are the same objects. */
export function filterSkills(comparison: Comparison, filter: SkillFilter): Comparison {
  const { onlyDiffering, onlyProblems } = filter;
  const wanted = filter.text.trim().toLowerCase();
  if (wanted === "" && !onlyDiffering && !onlyProblems) return comparison;
  const skills = comparison.skills.filter(
    (skill) =>
      (skill.differs || !onlyDiffering) &&
      (!onlyProblems || skill.verdicts.some(({ kind }) => marks[kind].isProblem)) &&
      (wanted === "" || holds(skill, wanted)),
  );
  return { ...comparison, skills };
}

function holds({ path, source, verdicts }: ComparedSkill, wanted: string): boolean {
  const texts = [path, source, ...verdicts.map(({ name }) => name ?? "")];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

function doDiffer(verdicts: readonly ComparedVerdict[]): boolean {
  return new Set(verdicts.map(({ kind, name }) => (kind === "renamed" ? `renamed ${name}` : kind))).size > 1;
}

function byDifference(a: ComparedSkill, b: ComparedSkill): number {
  return Number(b.differs) - Number(a.differs) || compareBytes(a.folder, b.folder) || compareBytes(a.id, b.id);
}
