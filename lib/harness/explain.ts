import { contentFindings } from "./explain/content-findings.ts";
import { type Explanation, type RuleFinding, type RuleTest, unreached } from "./explain/finding.ts";
import { type Inquiry, inquire } from "./explain/inquiry.ts";
import { nameDiffersFinding, rootFolderFinding, standardFinding, takenFinding } from "./explain/naming-findings.ts";
import { byModelFinding, byPersonFinding, catalogFinding } from "./explain/offer-findings.ts";
import { featureFinding, stateFinding } from "./explain/state-findings.ts";
import { decidingTest, verdictOf } from "./explain/verdict.ts";
import { type RuleCode, ruleCodes } from "./rules/rule.ts";
import type { Profile } from "./vocabulary/profile.ts";
import type { Session } from "./vocabulary/session.ts";
import type { Skill } from "./vocabulary/skill.ts";

/**
 * Why a SKILL.md is, or is not, offered: every rule of the harness in the order in which it tests them, up to the
 * one that decides. `session`: the harness as just loaded from its files, which may be any path of the tree.
 * Never throws for what stands in a file.
 */
export function explain(profile: Profile, session: Session, location: string): Explanation {
  const inquiry = inquire(profile, session, location);
  const findings = findingsOf(inquiry);
  const tests: RuleTest[] = [];
  let isSettled = false;
  for (const rule of ruleCodes) {
    const finding = findings.get(rule);
    if (!finding) continue;
    tests.push(toTest(inquiry, rule, isSettled ? untested : finding));
    isSettled ||= finding.outcome === "failed" && decidingTest(rule);
  }
  const name = inquiry.candidate?.skill?.name ?? inquiry.read.candidate.skill?.name ?? inquiry.folder;
  return { location, name, verdict: verdictOf(tests), tests };
}

const untested = unreached("Not tested: a rule above has settled it.");

function toTest({ profile, location }: Inquiry, rule: RuleCode, finding: RuleFinding): RuleTest {
  const evidence = profile.evidence.filter(({ rules }) => rules?.includes(rule));
  return { place: { path: location }, says: [], ...finding, rule, evidence };
}

/** What comes of each rule by itself, whether or not an earlier one has settled it; a harness without it has none. */
function findingsOf(inquiry: Inquiry): ReadonlyMap<RuleCode, RuleFinding> {
  const findings: (readonly [RuleCode, RuleFinding | undefined])[] = [
    ...inquiry.placement.findings,
    ["root-folder", rootFolderFinding(inquiry)],
    ["file-taken", takenFinding(inquiry, "target")],
    ["folder-taken", takenFinding(inquiry, "folder")],
    ...contentFindings(inquiry),
    ["name-differs", nameDiffersFinding(inquiry)],
    ["standard", standardFinding(inquiry)],
    ["name-taken", takenFinding(inquiry, "name")],
    ...offerFindings(inquiry),
  ];
  return new Map(findings.filter((each): each is readonly [RuleCode, RuleFinding] => each[1] !== undefined));
}

function offerFindings({ profile, session, candidate }: Inquiry): readonly (readonly [RuleCode, RuleFinding])[] {
  const { states } = profile;
  const feature = states.kind === "allow-list" ? ([["feature", featureFinding(states, session)]] as const) : [];
  const skill = candidate?.outcome.kind === "loaded" ? candidate.skill : undefined;
  return [
    ...feature,
    ...(["state", "catalog", "by-model", "by-person"] as const).map((rule) => {
      return [rule, skill ? offers[rule](profile, session, skill) : untested] as const;
    }),
  ];
}

type Offer = (profile: Profile, session: Session, skill: Skill) => RuleFinding;

const offers: Readonly<Record<"state" | "catalog" | "by-model" | "by-person", Offer>> = {
  state: stateFinding,
  catalog: catalogFinding,
  "by-model": byModelFinding,
  "by-person": byPersonFinding,
};
