import { evidenceOf } from "#lib/harness/evidence/evidence.ts";
import { noticeText as textOf } from "#lib/harness/notice-text.ts";
import { profiles } from "#lib/harness/profiles.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { type Evidence, isAbout } from "#lib/harness/vocabulary/profile.ts";
import { verdictText as sentenceOf, type Verdict } from "#lib/harness/vocabulary/verdict.ts";
import { markWord as wordOf, levelWords as words } from "#lib/report/words.ts";

export type { Evidence } from "#lib/harness/vocabulary/profile.ts";

/** A finding in words: what it is, and what to do about it. */
export interface NoticeWords {
  /** Without a full stop. */
  readonly title: string;
  readonly fix: string;
}

/** The words of a finding, as the lab shows them. */
export function noticeText(notice: Notice): NoticeWords {
  const { title, fix } = textOf(notice);
  return { title, fix };
}

/**
 * Where a harness's rules are written down, and what its program does instead where that differs: all of it, or what is about one rule
 * of an explanation. Nothing of a harness that is not known.
 */
export function evidence(harness: string, rule?: string): readonly Evidence[] {
  const profile = profiles.find(({ id }) => id === harness);
  const all = profile ? evidenceOf(profile) : [];
  return rule === undefined ? all : all.filter(isAbout(rule));
}

/** A verdict in one sentence. @param harness its label */
export function verdictText(verdict: Verdict, harness: string): string {
  return sentenceOf(verdict, harness);
}

/** What has become of a skill, as one word: `loaded`, `name only`, `no room`. A mark of a later version stays as it is. */
export function markWord(mark: string): string {
  return wordOf(mark);
}

/** The levels of findings in words. */
export const levelWords: Readonly<
  Record<"alarm" | "look" | "note", { readonly label: string; readonly title: string }>
> = words;
