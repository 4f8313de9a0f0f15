import type { TrustFile } from "./trust-file.ts";

/**
 * How much a finding asks of who wants to install: `alarm` is hardly ever innocent, `look` has good reasons as often as bad
 * ones, `note` is a fact, or something that a text only warns of.
 */
export const levels = ["alarm", "look", "note"] as const;
export type Level = (typeof levels)[number];

/** One place in a file to which a rule has something to say. */
export interface Hit {
  /** 1-based. */
  readonly line: number;
  /** What stands there, on one line, shortened; never a whole secret. */
  readonly excerpt: string;
  /** What it is, in a few words without a full stop; the rule's title where absent. */
  readonly says?: string;
  /** What a hidden or encoded text comes to. */
  readonly decoded?: string;
  /** The rule's own where absent. */
  readonly level?: Level;
}

/** Looks at one file at a time. What it finds is a known pattern, no proof; that it finds nothing is no proof either. */
export interface TrustRule {
  /** Its only name: in reports, in SARIF, in `--fail-on`. */
  readonly code: string;
  /** What a finding is, without a full stop. */
  readonly title: string;
  /** Why a person should care, in a sentence or two. */
  readonly why: string;
  readonly level: Level;
  find(file: TrustFile): Iterable<Hit>;
}
