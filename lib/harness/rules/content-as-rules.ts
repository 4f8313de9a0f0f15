import { type BrokenRule, checkText, ruledOn } from "#lib/harness/discovery/check-text.ts";
import { freeName, skillWord } from "#lib/harness/quick-fixes/free-name.ts";
import type { Inquiry } from "#lib/harness/rules/types/inquiry.ts";
import { type QuickFix, withWrites, writing } from "#lib/harness/rules/types/quick-fix.ts";
import type { Rule } from "#lib/harness/rules/types/rule.ts";
import { type RuleFinding, unreached } from "#lib/harness/vocabulary/finding.ts";
import { fieldText } from "#lib/skills/frontmatter.ts";
import { splitFrontmatter } from "#lib/skills/split-frontmatter.ts";
import { frontmatterLimits, parseYaml } from "#lib/skills/yaml/parse-yaml.ts";
import type { ContentRule, Mending } from "./content/content-rule.ts";
import { type ContentCode, contentRules } from "./content/content-rules.ts";

/** The content rules as an explanation tests them, in the order of testing. */
export const contentAsRules: readonly (Rule & { readonly code: ContentCode })[] = contentRules.map((rule) => ({
  code: rule.code,
  title: rule.title,
  verdict: "rejected",
  find: (inquiry) => findingOf(inquiry, rule),
  fixes: (inquiry) => fixesOf(inquiry, rule),
}));

function findingOf(inquiry: Inquiry, rule: ContentRule): RuleFinding | undefined {
  const { checked, profile, location } = inquiry;
  const [, ruling] = ruledOn(profile.frontmatter).find(([each]) => each.code === rule.code) ?? [];
  if (!ruling) return undefined;
  const broken = checked.broken.find((each) => each.rule.code === rule.code);
  if (broken) return brokenFinding(inquiry, broken);
  if (!rule.passed) return undefined;
  if (isHidden(checked.broken, rule)) return hiddenFinding(inquiry, rule);
  const line = (rule.field && checked.fields.get(rule.field)?.line) ?? 1;
  return { outcome: "passed", place: { path: location, line }, tested: rule.passed(checked, ruling) };
}

function brokenFinding({ read, location, profile }: Inquiry, { rule, ruling, line, values }: BrokenRule): RuleFinding {
  const notice = read.candidate.notices.find(({ code }) => code === rule.code);
  const outcome = ruling.verdict === "reject" ? "failed" : "warned";
  const place = { path: location, line };
  const { title, fix } = rule.wording(values);
  // If an earlier rule drops the skill, the harness says nothing about a later one.
  const says = notice?.harnessMessage === undefined ? [] : [notice.harnessMessage];
  const tested = ruling.verdict === "undocumented" ? `What ${profile.label} makes of that is not documented.` : "";
  return { outcome, place, wrong: title, tested, says, fix };
}

/** Whether an earlier broken rule leaves nothing to test, although the skill may load. */
function isHidden(broken: readonly BrokenRule[], rule: ContentRule): boolean {
  return broken.some((each) => each.rule.hidesFields && isBefore(each.rule.code, rule.code));
}

function isBefore(code: string, other: string): boolean {
  const codes: readonly string[] = contentRules.map((each) => each.code);
  return codes.indexOf(code) < codes.indexOf(other);
}

function hiddenFinding({ read }: Inquiry, { code }: ContentRule): RuleFinding {
  const { skill } = read.candidate;
  if (code === "name" && skill) return unreached(`There are no fields: it is called ${skill.name}.`);
  if (code === "description" && skill) {
    return unreached(`There are no fields: its description is ${skill.description || "empty"}.`);
  }
  return unreached("There is nothing to test.");
}

/** The first draft of a rule that makes it pass. */
function fixesOf(inquiry: Inquiry, rule: ContentRule): readonly QuickFix[] {
  const { location, checked } = inquiry;
  if (checked.unreadable !== undefined || !rule.drafts) return [];
  for (const [label, text] of rule.drafts(mendingOf(inquiry, rule))) {
    const isMended = text !== undefined && text !== checked.text && !isBroken(inquiry, rule, text);
    if (isMended) return [writing(label, location, text)];
  }
  return [];
}

/** Whether the rule is still broken, or not tested any more: an earlier rule is now broken, or one that hides what it tests. */
function isBroken(inquiry: Inquiry, rule: ContentRule, text: string): boolean {
  const broken = brokenIn(inquiry, text);
  const before = new Set<string>(inquiry.checked.broken.map((each) => each.rule.code));
  const isInTheWay = ({ code }: ContentRule) => code === rule.code || (isBefore(code, rule.code) && !before.has(code));
  return broken.some((each) => isInTheWay(each.rule)) || isHidden(broken, rule);
}

function brokenIn({ profile, session: { files }, location }: Inquiry, text: string): readonly BrokenRule[] {
  return checkText(profile.frontmatter, withWrites(files, [{ path: location, text }]), location).broken;
}

function mendingOf(inquiry: Inquiry, rule: ContentRule): Mending {
  const { checked, folder } = inquiry;
  const { text, frontmatter } = checked;
  return {
    text,
    folder,
    body: frontmatter.kind === "read" ? frontmatter.body : text,
    freeName: freeName(inquiry),
    describe: (body) => firstDescription(inquiry, body),
    partsOf: (changed) => partsOf(inquiry, changed),
    lineBroken: (changed) => brokenIn(inquiry, changed).find((each) => each.rule.code === rule.code)?.line,
  };
}

const maxDescription = 200;

/** The description that the skill has, else the first sentence of its text, else a placeholder. */
function firstDescription({ checked, folder }: Inquiry, body: string): string {
  const own = fieldText(checked.fields, "description")?.trim();
  if (own) return own;
  const line = body
    .split("\n")
    .find((each) => /^\p{L}/u.test(each.trim()))
    ?.trim();
  return line?.slice(0, maxDescription) ?? `What ${skillWord(folder)} does, and when to use it.`;
}

function partsOf({ profile }: Inquiry, text: string): number {
  const split = splitFrontmatter(text, profile.frontmatter.fence);
  return split.kind === "split" ? (parseYaml(split.yaml).parts ?? frontmatterLimits.parts) : 0;
}
