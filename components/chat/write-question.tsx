import { useMemo } from "react";
import { useWorkspace } from "#components/workbench/workspace-context.tsx";
import type { ToolCall } from "#lib/chat/tool-call.ts";
import { previewWrite, type WritePreview } from "#lib/workspace/preview-write.ts";
import { ChangeView } from "./change-view.tsx";

/** What a call would change, where it is one of the harness's write tools: the person allows a change, not a name. */
export function WriteQuestion({ call }: { call: ToolCall }) {
  const preview = useWritePreview(call);
  if (!preview) return null;
  if (preview.kind === "refused") return <p>It would change nothing: {preview.reason}</p>;
  const { path, before, after } = preview;
  return <ChangeView path={path} before={before} after={after} />;
}

function useWritePreview({ tool, input }: ToolCall): WritePreview | undefined {
  const files = useWorkspace((state) => state.files);
  const view = useWorkspace((state) => state.view);
  const profileId = useWorkspace((state) => state.profileId);
  return useMemo(() => previewWrite({ files, view, profileId }, tool, input), [files, view, profileId, tool, input]);
}
