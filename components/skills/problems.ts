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

/** Findings on files that may have nothing to do with skills. */
const aboutOtherFiles: ReadonlySet<Notice["code"]> = new Set([
  "twins",
  "submodule",
  "file-left-out",
  "large-file-pointer",
]);

/** Whether a finding concerns skills and stands on no row of the list: only then is it shown above the list without being asked for. */
export function isWorthOpening(notices: readonly Notice[], listed: ReadonlySet<string>): boolean {
  return notices.some(
    ({ severity, path, code }) => severity !== "info" && !listed.has(path) && !aboutOtherFiles.has(code),
  );
}
