import type { ScanSteps } from "#lib/harness/discovery/read-skill.ts";
import { dirname } from "#lib/vfs/paths.ts";
import type { Comparison } from "./compare/comparison.ts";
import { noLevels } from "./findings.ts";
import { harnessFacts, marksOf } from "./harness-facts.ts";
import { nearestLicence } from "./licence.ts";
import { type Looked, lookAt } from "./looking.ts";
import type { Report, ReportedSkill, ReportedSource } from "./shape.ts";
import { noNeeds, type SkillFacts, skillFacts, tally } from "./skill-facts.ts";
import { readTree, type SourceInput, type Tree } from "./source-tree.ts";
import { languageOf } from "./trust/trust-file.ts";

export interface ReportInput extends SourceInput {
  /** Finds out what each harness makes of it. */
  readonly compare: ScanSteps<Comparison>;
}

/** What is known of a report before all of it is: counts at first, then what harnesses make of it, at last whom to trust. */
export type ReportPart = Partial<Report>;

/**
 * What can be told while files are on their way: counts, what harnesses make of the skills, what skills say of themselves.
 * Returns what harnesses make of them. Yields often.
 * @param onPart told of each part as soon as it is known; a part that is told twice has become more
 */
export function* knownInSteps(input: ReportInput, onPart: (part: ReportPart) => void): ScanSteps<Comparison> {
  const known = yield* readSource(input, onPart);
  onPart({ skills: known.skillsWith() });
  return known.comparison;
}

/**
 * Everything worth knowing of a source before it is installed, as data: a function of its files. Yields often; files that
 * have not come yet are counted, and looked at no further.
 * @param onPart as with `knownInSteps`
 */
export function* reportInSteps(
  input: ReportInput,
  onPart: (part: ReportPart) => void = () => undefined,
): ScanSteps<Report> {
  const { tree, facts, source, window, harnesses, skillsWith } = yield* readSource(input, onPart);
  onPart({ skills: skillsWith() });
  const looked = yield* lookAt(input, tree, facts);
  const report: Report = { version: 1, source, window, harnesses, skills: skillsWith(looked), trust: looked.trust };
  onPart(report);
  return report;
}

function* readSource(input: ReportInput, onPart: (part: ReportPart) => void) {
  const { files, skillFiles } = input;
  const tree: Tree = yield* readTree(files, skillFiles);
  const source = sourceFacts(input, tree);
  onPart({ source });
  const comparison: Comparison = yield* input.compare;
  const { window } = comparison;
  const harnesses = harnessFacts(comparison);
  onPart({ window, harnesses });
  const facts: readonly SkillFacts[] = yield* allSkillFacts(input, tree);
  const marks = marksOf(comparison);
  const skillsWith = (looked?: Looked) =>
    facts.map(
      (each): ReportedSkill => ({ ...each, marks: [...(marks.get(each.path) ?? [])], ...knownOf(each.path, looked) }),
    );
  return { tree, facts, source, comparison, window, harnesses, skillsWith };
}

function sourceFacts({ source }: ReportInput, { all, licences }: Tree): ReportedSource {
  return {
    ...source,
    files: all.length,
    bytes: all.reduce((sum, { size = 0 }) => sum + size, 0),
    licence: nearestLicence(licences, "/") ?? "none",
    languages: tally(all.flatMap(({ path }) => languageOf(path, "") ?? [])),
  };
}

function* allSkillFacts(
  { files, skillFiles }: ReportInput,
  { bySkill, licences }: Tree,
): Generator<undefined, SkillFacts[]> {
  const facts: SkillFacts[] = [];
  for (const path of skillFiles) {
    const own = (bySkill.get(path) ?? []).map((file) => ({ path: file.path, size: file.size ?? 0 }));
    facts.push(skillFacts(files, path, own, nearestLicence(licences, dirname(path)) ?? "none"));
    yield;
  }
  return facts;
}

function knownOf(path: string, looked: Looked | undefined): Pick<ReportedSkill, "needs" | "digest" | "findings"> {
  return {
    needs: looked?.needs.get(path) ?? noNeeds(),
    digest: (looked?.digests.get(path) ?? 0).toString(16),
    findings: looked ? { ...looked.found.ofSkill(path) } : noLevels(),
  };
}
