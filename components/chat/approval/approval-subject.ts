import { useMemo } from "react";
import { replacedRows, rowsAroundChanges, unifiedRows } from "#components/ui/diff/diff-rows.ts";
import { useLineDiff } from "#components/ui/diff/use-line-diff.ts";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { ToolCall } from "#lib/chat/tool-call.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { previewWrite, type WritePreview } from "#lib/workspace/conversation/preview-write.ts";
import { type ShellQuestion, shellQuestion } from "#lib/workspace/conversation/shell-question.ts";
import { type ReviewRows, textRows } from "./review-parts.ts";

/** What a person allows or denies. `rows` shows all of it: nothing else will happen. */
export type ApprovalSubject =
  | {
      readonly kind: "change";
      readonly path: string;
      readonly isNew: boolean;
      /** Whether the new text does not end with a line break, as texts usually do. */
      readonly endsOpen: boolean;
      /** Whether the texts could not be compared, so that the whole old text is shown as removed. */
      readonly isWhole: boolean;
      readonly rows: ReviewRows;
    }
  | { readonly kind: "comparing"; readonly rows: ReviewRows }
  /** A write that would change nothing. `reason`: why. */
  | { readonly kind: "refused"; readonly reason: string; readonly rows: ReviewRows }
  /** A command. `rows`: its text; `scripts`: the text of the scripts that it starts. */
  | {
      readonly kind: "run";
      readonly question: ShellQuestion;
      readonly rows: ReviewRows;
      readonly scripts: ReviewRows;
    }
  /** Any other call, shown by its input. */
  | { readonly kind: "input"; readonly rows: ReviewRows };

/**
 * What the call would do to the files as they are now. `rows` stays the same object while its content does not change, so that a change
 * elsewhere in the workspace does not make a person review it again.
 */
export function useApprovalSubject(call: ToolCall): ApprovalSubject {
  const run = useRunSubject(call);
  const write = useWriteSubject(call);
  return run ?? write;
}

function useRunSubject(call: ToolCall): ApprovalSubject | undefined {
  const question = useShellQuestion(call);
  // Compared by content: a person who has reviewed the texts need not do so again because some other file has changed.
  const shown = question && JSON.stringify(question);
  return useMemo(() => {
    const asked = shown === undefined ? undefined : (JSON.parse(shown) as ShellQuestion);
    if (!asked) return undefined;
    if (asked.scripts.some(({ text }) => text === undefined)) return { kind: "comparing", rows: [] };
    return { kind: "run", question: asked, rows: textRows(asked.command), scripts: scriptRows(asked) };
  }, [shown]);
}

/** What the call would run, if it calls the harness's shell tool. */
export function useShellQuestion({ tool, input }: ToolCall): ShellQuestion | undefined {
  const files = useWorkspace((state) => state.files);
  const profileId = useWorkspace((state) => state.profileId);
  return useMemo(() => {
    const { shellTool } = profileById(profileId);
    return tool === shellTool.name ? shellQuestion(shellTool, input, files) : undefined;
  }, [files, profileId, tool, input]);
}

/**
 * The texts of the scripts, one below the other. With several, each is headed by its path, in a row without the number that every line has.
 */
function scriptRows({ scripts }: ShellQuestion): ReviewRows {
  return scripts.flatMap(({ path, text = "" }) => {
    const head = { number: 0, pieces: [{ text: path, isChanged: false }] };
    return [...(scripts.length > 1 ? [{ kind: "same" as const, right: head }] : []), ...textRows(text)];
  });
}

function useWriteSubject(call: ToolCall): ApprovalSubject {
  const preview = useWritePreview(call);
  const { path, before, after } = preview?.kind === "change" ? preview : noChange;
  const reason = preview?.kind === "refused" ? preview.reason : undefined;
  const isPending = preview?.kind === "pending";
  const asked = inputText(call);
  // A new file has nothing to be compared with.
  const compared = useLineDiff(before ?? "", before === undefined ? "" : (after ?? ""), true);
  const answer = before === undefined ? undefined : compared;
  return useMemo(() => {
    if (reason !== undefined) return { kind: "refused", reason, rows: textRows(asked) };
    if (isPending) return { kind: "comparing", rows: [] };
    if (path === undefined || after === undefined) return { kind: "input", rows: textRows(asked) };
    if (before !== undefined && !answer) return { kind: "comparing", rows: [] };
    return {
      kind: "change",
      path,
      isNew: before === undefined,
      endsOpen: after !== "" && !after.endsWith("\n"),
      isWhole: before !== undefined && answer === "failed",
      rows: changedRows(before, after, answer),
    };
  }, [reason, isPending, path, before, after, asked, answer]);
}

/** All rows of both texts, where there is no old text or comparing would take too long. */
function changedRows(before: string | undefined, after: string, answer: ReturnType<typeof useLineDiff>): ReviewRows {
  if (before === undefined || !answer || answer === "failed") return replacedRows(before ?? "", after);
  return rowsAroundChanges(unifiedRows(answer));
}

const noChange = { path: undefined, before: undefined, after: undefined };

/** The input as formatted text. */
function inputText(call: ToolCall): string {
  return JSON.stringify(call.input, null, 2) ?? "";
}

function useWritePreview({ tool, input }: ToolCall): WritePreview | undefined {
  const files = useWorkspace((state) => state.files);
  const view = useWorkspace((state) => state.view);
  const profileId = useWorkspace((state) => state.profileId);
  return useMemo(() => previewWrite({ files, view, profileId }, tool, input), [files, view, profileId, tool, input]);
}
