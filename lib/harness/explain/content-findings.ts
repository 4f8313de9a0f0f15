import { type CheckedText, rulingOf } from "#lib/harness/discovery/check-text.ts";
import type { FoundProblem } from "#lib/harness/discovery/problem-notice.ts";
import type { RuleCode } from "#lib/harness/rules/rule.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { fieldText } from "#lib/skills/fields.ts";
import type { Notice } from "#lib/skills/notice.ts";
import { noticeText } from "#lib/skills/notice-text.ts";
import { type RuleFinding, unreached } from "./finding.ts";
import type { Inquiry } from "./inquiry.ts";

const ruleOf: Readonly<Record<FoundProblem["problem"], RuleCode>> = {
  unreadable: "readable",
  "line-too-long": "line-length",
  "empty-file": "not-empty",
  "no-frontmatter": "frontmatter",
  "unclosed-frontmatter": "frontmatter-closed",
  "frontmatter-too-long": "yaml",
  "bad-yaml": "yaml",
  "no-mapping": "mapping",
  "long-name": "name-length",
  "missing-name": "name",
  "missing-description": "description",
  "blank-name": "name-text",
  "blank-description": "description-text",
};

/** The rules on what stands in a file, in the order of testing. */
const contentRules = [
  "readable",
  "line-length",
  "not-empty",
  "frontmatter",
  "frontmatter-closed",
  "yaml",
  "mapping",
  "name-length",
  "name",
  "description",
  "name-text",
  "description-text",
] as const satisfies readonly RuleCode[];

type ContentRule = (typeof contentRules)[number];

/** What the text of a file comes to: each rule passes, is mended, or drops the skill. */
export function contentFindings(inquiry: Inquiry): readonly (readonly [RuleCode, RuleFinding])[] {
  const { checked, profile } = inquiry;
  const broken = brokenRules(checked);
  const rules = contentRules.filter((rule) => isTested(profile, rule));
  // What hides the fields altogether, though the skill loads: there is nothing to test below.
  const hiding = rules.findIndex((rule) => broken.has(rule) && rule !== "name" && rule !== "description");
  return rules.map((rule, index) => {
    const found = broken.get(rule);
    if (found) return [rule, problemFinding(inquiry, found)];
    if (hiding >= 0 && index > hiding && !hasFields(inquiry)) return [rule, fallback(inquiry, rule)];
    return [rule, passedFinding(inquiry, rule)];
  });
}

/** The rules that a text breaks, whatever its harness does about them. */
export function brokenRules(checked: CheckedText): ReadonlyMap<RuleCode, FoundProblem> {
  const problems = checked.kind === "stopped" ? [checked.problem] : checked.problems;
  return new Map(problems.map((found) => [ruleOf[found.problem], found]));
}

function hasFields({ checked }: Inquiry): boolean {
  return checked.kind === "checked" && checked.frontmatter.kind === "read" && checked.text.trim() !== "";
}

function isTested({ frontmatter: rules }: Profile, rule: ContentRule): boolean {
  if (rule === "line-length") return rules.maxLineBytes !== undefined;
  if (rule === "name-length") return rules.nameLimit !== undefined;
  if (rule === "name-text" || rule === "description-text") return rules.emptyValue === "blank";
  return true;
}

function problemFinding({ profile, read, location }: Inquiry, found: FoundProblem): RuleFinding {
  const { verdict } = rulingOf(profile.frontmatter, found.problem);
  const notice = read.candidate.notices.find((each) => tells(each, found));
  const outcome = verdict === "load" ? "warned" : "failed";
  const place = { path: location, line: found.line };
  // Where an earlier problem drops the skill, nothing is said of a later one: then this is not shown either.
  if (!notice) return { outcome, place, tested: "It is broken as well." };
  const { title, fix } = noticeText(notice);
  const says = notice.harnessMessage === undefined ? [] : [notice.harnessMessage];
  return { outcome, place, tested: `${title}.`, says, fix };
}

function tells({ code, data }: Notice, { problem }: FoundProblem): boolean {
  const field = /^(?:missing|blank)-(.*)/.exec(problem)?.[1];
  if (field === undefined) return code === problem;
  return (code === "missing-field" || code === "field-fallback") && data.field === field;
}

function fallback(
  {
    read: {
      candidate: { skill },
    },
  }: Inquiry,
  rule: ContentRule,
): RuleFinding {
  if (rule === "name" && skill) return unreached(`There are no fields: it is called ${skill.name}.`);
  if (rule === "description" && skill) {
    return unreached(`There are no fields: its description is ${skill.description || "empty"}.`);
  }
  return unreached("There is nothing to test.");
}

function passedFinding(inquiry: Inquiry, rule: ContentRule): RuleFinding {
  const { location, profile } = inquiry;
  const field = /^(name|description)/.exec(rule)?.[1];
  const line = field && fieldsOf(inquiry).get(field)?.line;
  const place = { path: location, line: line || 1 };
  return { outcome: "passed", place, tested: passedTexts[rule](inquiry, profile) };
}

function fieldsOf({ checked }: Inquiry) {
  return checked.kind === "checked" && checked.frontmatter.kind === "read" ? checked.frontmatter.fields : new Map();
}

const passedTexts: Readonly<Record<ContentRule, (inquiry: Inquiry, profile: Profile) => string>> = {
  readable: ({ checked }) => `It is a file of ${(checked.text ?? "").split("\n").length} lines.`,
  "line-length": (_, { frontmatter }) => `Every line is shorter than ${frontmatter.maxLineBytes} bytes.`,
  "not-empty": () => "There is text in it.",
  frontmatter: () => "Line 1 opens the frontmatter.",
  "frontmatter-closed": () => "It ends before the text does.",
  yaml: (inquiry) => `It is read without an error${fieldCount(inquiry)}.`,
  mapping: (inquiry) => `Its keys: ${[...fieldsOf(inquiry).keys()].join(", ") || "none"}.`,
  "name-length": (_, { frontmatter }) => `The name has no more than ${frontmatter.nameLimit?.characters} characters.`,
  name: (inquiry) => `name is ${shown(inquiry, "name")}.`,
  description: (inquiry) => `description is ${shown(inquiry, "description")}.`,
  "name-text": () => "name is a text that is not empty.",
  "description-text": () => "description is a text that is not empty.",
};

function fieldCount(inquiry: Inquiry): string {
  const { size } = fieldsOf(inquiry);
  return size === 1 ? ", with 1 field" : `, with ${size} fields`;
}

const maxShown = 80;

function shown(inquiry: Inquiry, key: string): string {
  const text = (fieldText(fieldsOf(inquiry), key) ?? "").trim();
  return text.length > maxShown ? `${text.slice(0, maxShown)}… (${text.length} characters)` : text;
}
