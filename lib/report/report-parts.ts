import { type LookedSource, lookAt } from "./looking.ts";
import { allSkillFacts, readSource } from "./report.ts";
import type { ReportedTrust } from "./shape.ts";
import { readTree, type SourceInput } from "./source-tree.ts";

/** The part of the report that does not depend on harnesses, so that their part can be computed elsewhere at the same time. */
export function* lookedInSteps(input: SourceInput): Generator<undefined, LookedSource> {
  const { tree, source } = yield* readSource(input);
  const facts = yield* allSkillFacts(input, tree);
  return { source, facts, looked: yield* lookAt(input, tree) };
}

/** The trust findings alone, without what a report tells of each skill. */
export function* trustInSteps(input: SourceInput): Generator<undefined, ReportedTrust> {
  const tree = yield* readTree(input.files, input.skillFiles);
  return (yield* lookAt(input, tree)).trust;
}
