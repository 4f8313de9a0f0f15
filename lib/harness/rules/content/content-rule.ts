import type { Fields } from "#lib/skills/frontmatter.ts";
import type { HiddenText } from "#lib/skills/hidden-text.ts";
import type { Frontmatter, FrontmatterProblem } from "#lib/skills/read-frontmatter.ts";

/**
 * A rule on the content of a SKILL.md, with everything about it. `Values`: those in the wording of its finding. `Needs`: what a harness's
 * ruling on it has to contain.
 */
export interface ContentRule<Values extends object = object, Needs extends Ruling = Ruling> {
  /** Identifies the rule in a profile's rulings, in explanations, and as the code of its finding. */
  readonly code: string;
  /** A statement that is true if the rule passes. */
  readonly title: string;
  /** What breaks the rule, as a noun; absent if the description of a harness leaves it out. */
  readonly fault?: string;
  /** Whether only some harnesses have the rule. Any other rule needs a ruling of every harness. */
  readonly isOptional?: true;
  /** Whether breaking the rule hides all fields: then no later content rule is tested. */
  readonly hidesFields?: true;
  /** Whether the rule is tested even then, as it asks for the name that the skill then gets. */
  readonly asksForName?: true;
  /** The field that the rule is about. */
  readonly field?: RequiredField;
  /** What breaks the rule in this text; `undefined` if it passes. */
  find(text: SkillText, ruling: Needs): Breach<Values> | undefined;
  wording(values: Values): NoticeText;
  /** What was tested, in a sentence, if the rule passes. Absent: the rule is only shown when broken. */
  passed?(text: SkillText, ruling: Needs): string;
  /** Possible fixes, the gentlest first. Each is tried before it is offered. */
  drafts?(mending: Mending): readonly Draft[];
}

/**
 * What a harness does when a rule is broken. `reason` is its message (`{folder}`, `{detail}`: the loader's message); without one it says
 * nothing.
 */
export type Ruling =
  | { readonly verdict: "reject"; readonly reason?: string }
  /** The skill loads; a missing value becomes the folder's name, empty, or the first line below the frontmatter (`FirstLine`). */
  | Loading<"load">
  /** The effect is not documented: the lab goes on as if the skill loads, and says so. */
  | Loading<"undocumented">;

interface Loading<Verdict extends string> {
  readonly verdict: Verdict;
  readonly fallback: "folder" | "empty" | "first-line";
  readonly reason?: string;
}

/** A ruling on a rule with a limit, in the rule's unit. */
export type Limited = Ruling & { readonly limit: number };

/** The fields that a harness may require. */
export const requiredFields = ["name", "description"] as const;
export type RequiredField = (typeof requiredFields)[number];

/** A SKILL.md as its harness reads it. */
export interface SkillText {
  /** Name of its folder. */
  readonly folder: string;
  /** Why the file cannot be read, in the wording of Go's `os.ReadFile`; then `text` is empty. */
  readonly unreadable?: string;
  /** What is wrong with its first bytes that are not UTF-8 (`utf8Fault`). */
  readonly notUtf8?: string | undefined;
  readonly text: string;
  /** Parsed on first use: a text that an earlier rule stops is never parsed. */
  readonly frontmatter: Frontmatter;
  /** Empty if the frontmatter cannot be read. */
  readonly fields: Fields;
  /** A field's text, trimmed as the harness trims; empty if it has none. */
  textOf(field: string): string;
  /** Whether the harness has a rule of this code. */
  hasRule(code: string): boolean;
}

export interface Breach<Values extends object> {
  /** 1-based in the file. */
  readonly line: number;
  /** The loader's message, if it has any. */
  readonly detail?: string;
  readonly values: Values;
}

export interface NoticeText {
  /** What is wrong: one sentence without a full stop. */
  readonly title: string;
  /** What to do about it: one sentence. */
  readonly fix: string;
}

/** The label of a fix, and the text after it; `undefined` if it does not apply. */
export type Draft = readonly [label: string, text: string | undefined];

/** A broken text, and material for mending it. */
export interface Mending {
  readonly text: string;
  /** Name of its folder. */
  readonly folder: string;
  /** The text below the frontmatter, or all of it if that cannot be read. */
  readonly body: string;
  /** A valid name that no other loaded skill has. */
  readonly freeName: string;
  /** A description for a text: its own, or else its first sentence. */
  describe(body: string): string;
  /** The 1-based line at which another text breaks the rule; `undefined` if it passes. */
  lineBroken(text: string): number | undefined;
  /** How many parts reading another text's frontmatter takes, out of `frontmatterLimits.parts`. */
  partsOf(text: string): number;
}

/** The values of a rule whose finding has none. */
export type NoValues = Readonly<Record<never, never>>;

export const noValues: NoValues = {};

/** Finds a problem of reading the frontmatter. */
export function finderOf(problem: FrontmatterProblem): ContentRule<NoValues>["find"] {
  return ({ frontmatter }) =>
    frontmatter.kind === "problem" && frontmatter.problem === problem
      ? { line: frontmatter.line, values: noValues }
      : undefined;
}

/**
 * Something that a skill should fix whether or not its harness objects. `Values`: those in the wording of its finding.
 */
export interface Advice<Values extends object = object> {
  /** The code of its finding. */
  readonly code: string;
  readonly severity: "warning" | "info";
  /**
   * The files that the advice is about. `text`: every SKILL.md, loaded or not. `standard`: skills that load in a harness that reports
   * violations in the wording of the standard's validator. `common`: skills that load in any other harness.
   */
  readonly about: "text" | "standard" | "common";
  find(text: AdvisedText): readonly Advised<Values>[];
  wording(values: Values): NoticeText;
  draft?(text: string): Draft;
}

export interface AdvisedText extends Pick<SkillText, "text" | "fields" | "folder" | "notUtf8"> {
  /** Text that a person does not see. */
  readonly hidden: HiddenText | undefined;
  /** The rules of the harness that it breaks. */
  readonly broken: readonly { readonly rule: Pick<ContentRule, "code"> }[];
}

export interface Advised<Values extends object> {
  /** 1-based in the file. */
  readonly line: number;
  readonly values: Values;
  /** The message of the standard's validator. */
  readonly says?: string;
}

/** The values in the wording of a rule's or advice's finding. */
export type ValuesOf<Each> = Each extends { wording(values: infer Values): NoticeText }
  ? unknown extends Values
    ? NoValues
    : Values
  : never;
