import type { TrustFile } from "./trust-file.ts";

/**
 * How serious a finding is for a person who wants to install: `alarm` is hardly ever innocent, `look` has good reasons as often as bad
 * ones, `note` is a fact, or something that a text only warns of.
 */
export const levels = ["alarm", "look", "note"] as const;
export type Level = (typeof levels)[number];

/** A place in a file where a rule found something. */
export interface Hit {
  /** 1-based. */
  readonly line: number;
  /** The text at this place, on one line, shortened; never a whole secret. */
  readonly excerpt: string;
  /** What was found, in a few words without a full stop; the rule's title where absent. */
  readonly says?: string;
  /** The decoded form of a hidden or encoded text. */
  readonly decoded?: string;
  /** The rule's level where absent. */
  readonly level?: Level;
}

/** A rule that looks at one file at a time. A finding is a known pattern, not a proof; finding nothing is no proof either. */
export interface TrustRule {
  /** Unique name: in reports, in SARIF, in `--fail-on`. */
  readonly code: string;
  /** What a finding is, without a full stop. */
  readonly title: string;
  /** Why a person should care, in a sentence or two. */
  readonly why: string;
  readonly level: Level;
  find(file: TrustFile): Iterable<Hit>;
}
