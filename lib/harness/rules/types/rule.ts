import type { NoticeText } from "#lib/harness/rules/content/content-rule.ts";
import type { RuleFinding } from "#lib/harness/vocabulary/finding.ts";
import type { Notice, NoticeCode, NoticeData } from "#lib/harness/vocabulary/notice.ts";
import type { Verdict } from "#lib/harness/vocabulary/verdict.ts";
import type { Inquiry, RuleInput } from "./inquiry.ts";
import type { QuickFix } from "./quick-fix.ts";

/** A rule that can exclude a SKILL.md, or keep it from the model, in one object. */
export interface Rule {
  /** Identifies the rule everywhere; a profile's evidence refers to the rule by it. */
  readonly code: string;
  /** The requirement on a SKILL.md, as a statement that is true if the rule passes. */
  readonly title: string;
  /** What is wrong if it is broken, in a clause; `{harness}` stands for the harness. Absent: each finding says it. */
  readonly wrong?: string;
  /**
   * The verdict on a SKILL.md that breaks the rule. No later rule is tested then, unless the file is only not told to the model. Absent for
   * a rule on how a loaded skill can be reached, and for one that only warns.
   */
  readonly verdict?: Verdict["kind"];
  /** The rule's own result, whether or not an earlier rule has decided; `undefined` in a harness without the rule. */
  find(input: RuleInput): RuleFinding | undefined;
  /** Fixes that make the rule pass, the gentlest first. Absent: only a person can. */
  fixes?(inquiry: Inquiry): readonly QuickFix[];
  /** The wording of the findings about the rule, by their codes. */
  readonly wordings?: Wordings;
  /** Whether a finding is about the rule. Absent: findings with its code are, and those for which it has wording. */
  isToldBy?(notice: Notice): boolean;
}

export type Wordings = { readonly [Code in NoticeCode]?: (data: NoticeData<Code>) => NoticeText };
