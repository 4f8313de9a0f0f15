import type { NoticeText } from "#lib/harness/rules/content/content-rule.ts";
import type { RuleFinding } from "#lib/harness/vocabulary/finding.ts";
import type { Notice, NoticeCode, NoticeData } from "#lib/harness/vocabulary/notice.ts";
import type { Verdict } from "#lib/harness/vocabulary/verdict.ts";
import type { Inquiry } from "./inquiry.ts";
import type { QuickFix } from "./quick-fix.ts";

/** A rule that can stand between a SKILL.md and the model, in one object. */
export interface Rule {
  /** Names it everywhere; a profile's evidence says by it which rule it is the source of. */
  readonly code: string;
  /** What it asks of a SKILL.md, as a statement that holds when it passes. */
  readonly title: string;
  /** What is wrong where it is broken, in a clause; `{harness}` stands for the harness. Absent: each finding says it. */
  readonly wrong?: string;
  /**
   * What becomes of a SKILL.md that breaks it: nothing after it is tested then, unless the model is only not told of it.
   * Absent for a rule on how a loaded skill can be reached, and for one that only warns.
   */
  readonly verdict?: Verdict["kind"];
  /** What comes of it by itself, whether or not an earlier rule has settled it; `undefined` in a harness without it. */
  find(inquiry: Inquiry): RuleFinding | undefined;
  /** What makes it pass, the gentlest first. Absent: only a person can. */
  fixes?(inquiry: Inquiry): readonly QuickFix[];
  /** The words of the findings about it, by their codes. */
  readonly wordings?: Wordings;
  /** Whether a finding is about it. Absent: one with its code is, and one that it has words for. */
  isToldBy?(notice: Notice): boolean;
}

export type Wordings = { readonly [Code in NoticeCode]?: (data: NoticeData<Code>) => NoticeText };
