import { interpretLine } from "./invocation/interpret-line.ts";
import { inquire } from "./rules/inquire.ts";
import { rules } from "./rules/rules.ts";
import type { Inquiry } from "./rules/types/inquiry.ts";
import type { Rule } from "./rules/types/rule.ts";
import { type Explanation, type RuleFinding, type RuleTest, settled } from "./vocabulary/finding.ts";
import type { Profile } from "./vocabulary/profile.ts";
import type { Session } from "./vocabulary/session.ts";
import { standingIn, type Verdict, verdictOf } from "./vocabulary/verdict.ts";

/**
 * Why a SKILL.md is, or is not, offered: every rule of the harness in the order of testing, up to the one that decides. `session`: the
 * harness as just loaded from its files. `location` may be any path of the tree. Never throws for the content of a file.
 */
export function explain(profile: Profile, session: Session, location: string): Explanation {
  const interpret = (line: string) => interpretLine(profile, session, line);
  // Assigned, not spread: the catalog is rendered on first use.
  const inquiry = Object.assign(inquire(profile, session, location), { interpret });
  const tests: RuleTest[] = [];
  let decisive: RuleTest | undefined;
  let isSettled = false;
  for (const rule of rules) {
    const finding = rule.find(inquiry);
    if (!finding) continue;
    const test = toTest(inquiry, rule, isSettled ? settled : finding);
    tests.push(test);
    if (test.outcome !== "failed") continue;
    decisive ??= test;
    isSettled = settles(rule, inquiry);
    if (isSettled) decisive = test;
  }
  const name = inquiry.candidate?.skill?.name ?? inquiry.read.candidate.skill?.name ?? inquiry.folder;
  return { location, name, verdict: verdictIn(inquiry), tests, ...(decisive && { decisive }) };
}

/** Whether a failure of this rule ends the testing: a skill that the model is not told of can still be called. */
function settles({ verdict }: Rule, { candidate }: Inquiry): boolean {
  if (verdict === "waiting") return candidate?.outcome.kind !== "loaded";
  return verdict !== undefined && verdict !== "unlisted" && verdict !== "left-out";
}

function toTest({ profile, location }: Inquiry, rule: Rule, { wrong = rule.wrong, ...finding }: RuleFinding): RuleTest {
  const isBroken = finding.outcome === "failed" || finding.outcome === "warned";
  const title = (isBroken && wrong?.replaceAll("{harness}", () => profile.label)) || rule.title;
  return { place: { path: location }, says: [], ...finding, rule: rule.code, title };
}

function verdictIn({ session, candidate, catalog }: Inquiry): Verdict {
  return verdictOf(candidate, standingIn(session, catalog));
}
