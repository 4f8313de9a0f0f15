import { useMemo } from "react";
import { replacedRows, rowsAroundChanges, unifiedRows } from "#components/ui/diff-rows.ts";
import { useLineDiff } from "#components/ui/use-line-diff.ts";
import { useWorkspace } from "#components/workbench/workspace-context.tsx";
import type { ToolCall } from "#lib/chat/tool-call.ts";
import { previewWrite, type WritePreview } from "#lib/workspace/preview-write.ts";
import { type ReviewRows, textRows } from "./review-parts.ts";

/** What a person allows or denies. `rows` is all of it: nothing happens that does not stand there. */
export type ApprovalSubject =
  | {
      readonly kind: "change";
      readonly path: string;
      readonly isNew: boolean;
      /** Whether the new text lacks the line break at its end that texts have. */
      readonly endsOpen: boolean;
      /** Whether the texts could not be compared, so that all of the old one is shown as taken away. */
      readonly isWhole: boolean;
      readonly rows: ReviewRows;
    }
  | { readonly kind: "comparing"; readonly rows: ReviewRows }
  /** A write that would change nothing, for this reason. */
  | { readonly kind: "refused"; readonly reason: string; readonly rows: ReviewRows }
  /** Any other call, by its input. */
  | { readonly kind: "input"; readonly rows: ReviewRows };

/** What the call would do now; it changes with the files. */
export function useApprovalSubject(call: ToolCall): ApprovalSubject {
  const preview = useWritePreview(call);
  const change = preview?.kind === "change" ? preview : undefined;
  // There is nothing to compare a new file with.
  const before = change?.before;
  const answer = useLineDiff(before ?? "", before === undefined ? "" : (change?.after ?? ""));
  return useMemo(() => {
    if (!preview) return { kind: "input", rows: textRows(inputText(call)) };
    if (preview.kind === "refused") return { ...preview, rows: textRows(inputText(call)) };
    const { path, after } = preview;
    const isWhole = answer === "failed";
    if (before !== undefined && !answer) return { kind: "comparing", rows: [] };
    const compared = before !== undefined && answer && answer !== "failed" ? answer : undefined;
    return {
      kind: "change",
      path,
      isNew: before === undefined,
      endsOpen: after !== "" && !after.endsWith("\n"),
      isWhole,
      rows: compared ? rowsAroundChanges(unifiedRows(compared)) : replacedRows(before ?? "", after),
    };
  }, [call, preview, before, answer]);
}

/** The input as the model wrote it. */
function inputText(call: ToolCall): string {
  return JSON.stringify(call.input, null, 2) ?? "";
}

function useWritePreview({ tool, input }: ToolCall): WritePreview | undefined {
  const files = useWorkspace((state) => state.files);
  const view = useWorkspace((state) => state.view);
  const profileId = useWorkspace((state) => state.profileId);
  return useMemo(() => previewWrite({ files, view, profileId }, tool, input), [files, view, profileId, tool, input]);
}
