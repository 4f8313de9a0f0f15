import type { Candidate } from "#lib/harness/model.ts";
import type { HarnessView } from "#lib/workspace/state.ts";

/** One rule that a SKILL.md meets on its way to the model. */
export interface RuleTest {
  readonly rule: string;
  readonly outcome: "passed" | "failed" | "not reached";
  /** What was found. Paths stand in `verbatim`. */
  readonly finding: string;
  readonly verbatim?: string;
}

/** The rules in the order the harness tests them; nothing is tested after the first that fails. */
export function rulesFor(candidate: Candidate, view: HarnessView, harness: string): RuleTest[] {
  const tests = [
    placeTest(candidate, harness),
    uniqueTest(candidate, "folder"),
    contentTest(candidate),
    uniqueTest(candidate, "name"),
    stateTest(candidate, view),
    catalogTest(candidate, view),
  ];
  const failure = tests.findIndex((test) => test.outcome === "failed");
  if (failure === -1) return tests;
  return tests.map((test, index) =>
    index > failure ? { rule: test.rule, outcome: "not reached", finding: "Not tested." } : test,
  );
}

function placeTest({ outcome, root }: Candidate, harness: string): RuleTest {
  const rule = "Lies where the harness looks";
  if (outcome.kind === "outside") return failed(rule, `${harness} never looks here.`);
  return passed(rule, "Found in", root);
}

function uniqueTest({ outcome, folder, skill }: Candidate, by: "folder" | "name"): RuleTest {
  const rule = by === "folder" ? "First folder of its name" : "First skill of its name";
  const name = by === "folder" ? folder : (skill?.name ?? folder);
  if (outcome.kind !== "shadowed" || outcome.rule !== by) return passed(rule, "No copy before it:", name);
  return failed(rule, "Another one comes first:", outcome.by);
}

function contentTest({ outcome, notices }: Candidate): RuleTest {
  const rule = "Its SKILL.md is accepted";
  if (outcome.kind === "rejected") return failed(rule, "A rule drops it; the findings below say which.");
  return passed(rule, notices.length > 0 ? "With the findings below." : "Nothing to remark.");
}

function stateTest({ skill }: Candidate, view: HarnessView): RuleTest {
  const rule = "Switched on";
  const state = skill && view.states.get(skill.location);
  if (state === "off") return failed(rule, "It is switched off.");
  return passed(rule, state === "active" ? "It is active." : "It is on.");
}

function catalogTest({ location }: Candidate, view: HarnessView): RuleTest {
  const rule = "In the catalog";
  const isListed = view.catalog.rows.some((row) => row.location === location);
  if (isListed) return passed(rule, "The model is told of it.");
  return failed(rule, "The model is not told of it; a person can still call it by name.");
}

function passed(rule: string, finding: string, verbatim?: string): RuleTest {
  return { rule, outcome: "passed", finding, ...(verbatim !== undefined && { verbatim }) };
}

function failed(rule: string, finding: string, verbatim?: string): RuleTest {
  return { rule, outcome: "failed", finding, ...(verbatim !== undefined && { verbatim }) };
}
