import { noticeText } from "#lib/harness/notice-text.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";

/** Findings that say the same of several files. */
export interface Problem {
  readonly title: string;
  readonly severity: Notice["severity"];
  readonly notices: readonly Notice[];
}

/** Findings by what they say, in the order in which each is met first. */
export function problemsOf(notices: readonly Notice[]): readonly Problem[] {
  const same = Map.groupBy(notices, (notice) => `${notice.severity} ${noticeText(notice).title}`);
  return [...same.values()].flatMap((alike) => {
    const [first] = alike;
    return first ? [{ title: noticeText(first).title, severity: first.severity, notices: alike }] : [];
  });
}
