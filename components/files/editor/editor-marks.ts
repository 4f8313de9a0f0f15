import type { Action, Diagnostic } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { DraftFix, DraftProblem } from "#lib/editing/draft-standing.ts";
import { noticeText } from "#lib/harness/notice-text.ts";

interface MarkOptions {
  /** Label of the harness that reports the finding. */
  readonly harness: string;
  /** Puts a fixed text into the editor. Absent where the file is read-only. */
  readonly mend?: (view: EditorView, text: string) => void;
}

/**
 * The findings as underlined ranges in the editor, each with its fix. The text may have fewer lines by now than when the findings were
 * made.
 */
export function editorMarks(
  problems: readonly DraftProblem[],
  text: Text,
  { harness, mend }: MarkOptions,
): Diagnostic[] {
  return problems.flatMap((problem): Diagnostic[] => {
    if ("link" in problem) return marked(text, problem.link.line, { severity: "info", message: problem.link.says });
    const { notice, fixes } = problem;
    const { title, fix } = noticeText(notice);
    return marked(text, notice.line, {
      severity: notice.severity,
      source: harness,
      message: `${title.replace(/\.$/, "")}. ${fix}`,
      ...(mend && fixes.length > 0 && { actions: fixes.map((one) => actionOf(one, mend)) }),
    });
  });
}

/** A mark under a line, without its indentation; none for a line that is not there. */
function marked(text: Text, number: number | undefined, mark: Omit<Diagnostic, "from" | "to">): Diagnostic[] {
  if (number === undefined || number > text.lines) return [];
  const { from, to, text: line } = text.line(number);
  return [{ from: from + line.length - line.trimStart().length, to, ...mark }];
}

function actionOf({ label, text }: DraftFix, mend: NonNullable<MarkOptions["mend"]>): Action {
  return { name: label, apply: (view) => mend(view, text) };
}

interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The single range in which two texts differ, so that the cursor and marks elsewhere stay; `undefined` if the texts are equal. */
export function changeBetween(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
