import { noticeText } from "#lib/harness/notice-text.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";

/** Equal findings in several files. */
export interface Problem {
  readonly title: string;
  readonly severity: Notice["severity"];
  readonly notices: readonly Notice[];
}

/** Groups findings by their text, in the order of first occurrence. */
export function problemsOf(notices: readonly Notice[]): readonly Problem[] {
  const same = Map.groupBy(notices, (notice) => `${notice.severity} ${noticeText(notice).title}`);
  return [...same.values()].flatMap((alike) => {
    const [first] = alike;
    return first ? [{ title: noticeText(first).title, severity: first.severity, notices: alike }] : [];
  });
}
