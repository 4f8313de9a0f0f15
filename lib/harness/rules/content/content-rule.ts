import type { Fields } from "#lib/skills/frontmatter.ts";
import type { HiddenText } from "#lib/skills/hidden-text.ts";
import type { Frontmatter } from "#lib/skills/read-frontmatter.ts";

/**
 * A rule on what stands in one SKILL.md: everything about it in one object. `Values`: what its finding is told with.
 * `Needs`: what a harness's ruling on it has to say.
 */
export interface ContentRule<Values extends object = object, Needs extends Ruling = Ruling> {
  /** Names the rule everywhere: in a profile's rulings, in explanations, and as the code of its finding. */
  readonly code: string;
  /** A statement that holds when it passes. */
  readonly title: string;
  /** What breaks it, as a noun in a list; absent where the description of a harness leaves it out. */
  readonly fault?: string;
  /** Whether only some harnesses have it. Any other rule needs a ruling of every harness. */
  readonly isOptional?: true;
  /** Whether breaking it hides all fields: then no later rule on content is tested. */
  readonly hidesFields?: true;
  /** Whether it is tested all the same: it asks for the name that the skill has then. */
  readonly asksForName?: true;
  /** The field it is about. */
  readonly field?: RequiredField;
  /** What breaks it in this text; `undefined` when it passes. */
  find(text: SkillText, ruling: Needs): Breach<Values> | undefined;
  wording(values: Values): NoticeText;
  /** What was tested when it passes, in one sentence. Absent: it is told only when broken. */
  passed?(text: SkillText, ruling: Needs): string;
  /** What may mend it, the gentlest first. Each is tried before it is offered. */
  drafts?(mending: Mending): readonly Draft[];
}

/**
 * What a harness does when a rule is broken. `reason` is what it says (`{folder}`, `{detail}`: the loader's words);
 * without one it says nothing.
 */
export type Ruling =
  | { readonly verdict: "reject"; readonly reason?: string }
  /**
   * The skill loads; what is missing becomes the folder's name, empty, or the first line below the frontmatter
   * (`FirstLine`).
   */
  | Loading<"load">
  /** What becomes of it is not documented: the lab goes on as with a skill that loads, and says so. */
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
  /** Why it cannot be read, in the words of Go's `os.ReadFile`; then `text` is empty. */
  readonly unreadable?: string;
  readonly text: string;
  /** Parsed when first asked for: a text that an earlier rule stops is never parsed. */
  readonly frontmatter: Frontmatter;
  /** Empty when the frontmatter cannot be read. */
  readonly fields: Fields;
  /** A field's text, trimmed as the harness trims; empty when it has none. */
  textOf(field: string): string;
  /** Whether its harness has a rule of this code. */
  hasRule(code: string): boolean;
}

export interface Breach<Values extends object> {
  /** 1-based in the file. */
  readonly line: number;
  /** The loader's words, where it has any. */
  readonly detail?: string;
  readonly values: Values;
}

export interface NoticeText {
  /** What is the matter: one sentence without a full stop. */
  readonly title: string;
  /** What to do about it: one sentence. */
  readonly fix: string;
}

/** A text that may pass, and what was done to it; `undefined` when there is none. */
export type Draft = readonly [label: string, text: string | undefined];

/** A broken text and what a mended one can be made of. */
export interface Mending {
  readonly text: string;
  /** Name of its folder. */
  readonly folder: string;
  /** The text below the frontmatter, or all of it where the frontmatter cannot be read. */
  readonly body: string;
  /** A valid name that no other loaded skill has. */
  readonly freeName: string;
  /** A description for a text: the one it has, or else its first sentence. */
  describe(body: string): string;
  /** The 1-based line at which another text breaks the rule; `undefined` when it does not. */
  lineBroken(text: string): number | undefined;
  /** What reading another text's frontmatter takes, of `frontmatterLimits.parts`. */
  partsOf(text: string): number;
}

/** The values of a rule whose finding needs none. */
export type NoValues = Readonly<Record<never, never>>;

export const noValues: NoValues = {};

/** What a skill should mend whether or not its harness minds, in one object. `Values`: what its finding is told with. */
export interface Advice<Values extends object = object> {
  /** The code of its finding. */
  readonly code: string;
  readonly severity: "warning" | "info";
  /**
   * Which files it is about. `text`: every SKILL.md, loaded or not. `standard`: skills that load in a harness which
   * tells what the standard's validator says. `common`: skills that load in any other harness.
   */
  readonly about: "text" | "standard" | "common";
  find(text: AdvisedText): readonly Advised<Values>[];
  wording(values: Values): NoticeText;
  draft?(text: string): Draft;
}

export interface AdvisedText {
  readonly text: string;
  /** What of it a reader does not see. */
  readonly hidden: HiddenText | undefined;
  readonly fields: Fields;
  /** Name of its folder. */
  readonly folder: string;
}

export interface Advised<Values extends object> {
  /** 1-based in the file. */
  readonly line: number;
  readonly values: Values;
  /** The words of the standard's validator. */
  readonly says?: string;
}

/** What the finding of a rule or of advice is told with. */
export type ValuesOf<Each> = Each extends { wording(values: infer Values): NoticeText }
  ? unknown extends Values
    ? NoValues
    : Values
  : never;
