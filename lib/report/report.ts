import type { ScanSteps } from "#lib/harness/discovery/read-skills.ts";
import { defaultWindow } from "#lib/harness/vocabulary/catalog.ts";
import { dirname } from "#lib/vfs/paths.ts";
import type { Comparison } from "./compare/comparison.ts";
import type { Way } from "./compare/headline.ts";
import { noLevels } from "./findings.ts";
import { harnessFacts, marksOf } from "./harness-facts.ts";
import { nearestLicence } from "./licence.ts";
import { type Looked, type LookedSource, lookAt } from "./looking.ts";
import type { Report, ReportedHarness, ReportedSkill, ReportedSource } from "./shape.ts";
import { noNeeds, type SkillFacts, skillFacts, tally } from "./skill-facts.ts";
import { readTree, type SourceInput, type Tree } from "./source-tree.ts";
import { languageOf } from "./trust/trust-file.ts";

/** What harnesses make of a source. */
export interface Judged {
  readonly way: Way;
  readonly harnesses: readonly ReportedHarness[];
  /** The marks of each skill, in the order of the harnesses, by the path of its SKILL.md in the source. */
  readonly marks: ReadonlyMap<string, readonly string[]>;
}

export function judgedOf(comparison: Comparison): Judged {
  return { way: comparison.way, harnesses: harnessFacts(comparison), marks: marksOf(comparison) };
}

export interface ReportInput extends SourceInput {
  /** The computation of what each harness makes of the source. */
  readonly judge: ScanSteps<Judged>;
}

/** The known part of a report that is not complete: first counts, then what harnesses make of the source, at last the trust findings. */
export type ReportPart = Partial<Report>;

/** @param part what is known; a part that is reported again replaces the earlier one */
export type OnPart = (part: ReportPart) => void;

/**
 * Reports what can be told while files are still on their way: counts, what harnesses make of the skills, and what skills say of
 * themselves. Returns what harnesses make of them. Yields often.
 */
export function* knownInSteps(input: ReportInput, onPart: OnPart): ScanSteps<Judged> {
  return (yield* readKnown(input, onPart)).judged;
}

/**
 * Everything worth knowing of a source before installing it, as data computed from its files alone. Yields often. Files whose content has
 * not come yet are only counted.
 */
export function* reportInSteps(input: ReportInput, onPart: OnPart = () => undefined): ScanSteps<Report> {
  const { tree, source, judged, facts } = yield* readKnown(input, onPart);
  const report = reportOf({ source, facts, looked: yield* lookAt(input, tree) }, judged);
  onPart(report);
  return report;
}

function* readKnown(input: ReportInput, onPart: OnPart) {
  const { tree, source } = yield* readSource(input);
  onPart({ source });
  const judged: Judged = yield* input.judge;
  onPart({ way: judged.way, window: defaultWindow, harnesses: [...judged.harnesses] });
  const facts: readonly SkillFacts[] = yield* allSkillFacts(input, tree);
  onPart({ skills: skillsWith(facts, judged) });
  return { tree, source, judged, facts };
}

/** Joins the two parts into the report. */
export function reportOf({ source, facts, looked }: LookedSource, judged: Judged): Report {
  const { way, harnesses } = judged;
  const skills = skillsWith(facts, judged, looked);
  return { version: 1, source, way, window: defaultWindow, harnesses: [...harnesses], skills, trust: looked.trust };
}

/** The files of a source, and what the report tells of the source itself. */
export function* readSource(input: SourceInput): Generator<undefined, { tree: Tree; source: ReportedSource }> {
  const tree = yield* readTree(input.files, input.skillFiles);
  return { tree, source: sourceFacts(input, tree) };
}

function sourceFacts({ source }: SourceInput, { all, licences }: Tree): ReportedSource {
  return {
    ...source,
    files: all.length,
    bytes: all.reduce((sum, { size = 0 }) => sum + size, 0),
    licence: nearestLicence(licences, "/"),
    languages: tally(all.flatMap(({ path }) => languageOf(path, "") ?? [])),
  };
}

/** The facts on each skill that is reported. */
export function* allSkillFacts(
  { files, skillFiles, reported = skillFiles }: SourceInput,
  { bySkill, licences }: Tree,
): Generator<undefined, SkillFacts[]> {
  const facts: SkillFacts[] = [];
  for (const path of reported) {
    facts.push(skillFacts(files, path, bySkill.get(path) ?? [], nearestLicence(licences, dirname(path))));
    yield;
  }
  return facts;
}

function skillsWith(facts: readonly SkillFacts[], { marks }: Judged, looked?: Looked): ReportedSkill[] {
  return facts.map((each) => ({ ...each, marks: [...(marks.get(each.path) ?? [])], ...knownOf(each.path, looked) }));
}

function knownOf(path: string, looked: Looked | undefined): Pick<ReportedSkill, "needs" | "digest" | "findings"> {
  return {
    needs: looked?.needs.get(path) ?? noNeeds(),
    digest: (looked?.digests.get(path) ?? 0).toString(16),
    findings: looked ? { ...looked.found.ofSkill(path) } : noLevels(),
  };
}
