import type { Diagnostic } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import { noticeText } from "#lib/harness/notice-text.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";

/**
 * The findings about lines of a file, as what the editor underlines. They tell of the saved text: what is typed since may
 * have fewer lines.
 */
export function editorMarks(notices: readonly Notice[], text: Text): Diagnostic[] {
  return notices.flatMap((notice): Diagnostic[] => {
    if (notice.line === undefined || notice.line > text.lines) return [];
    const { from, to, text: line } = text.line(notice.line);
    const { title, fix } = noticeText(notice);
    const indent = line.length - line.trimStart().length;
    return [{ from: from + indent, to, severity: notice.severity, message: `${title}. ${fix}` }];
  });
}
