import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { harnessOutputOf, type ToolCall } from "#lib/chat/tool-call.ts";

/** Fetched with the first command that a model runs. */
const RunPanel = fetchedPart(async () => (await import("#components/terminal/run-panel.tsx")).RunPanel);

/** The output and the changed files of a command that the model ran, below its row. */
export function CommandRun({ call }: { readonly call: ToolCall }) {
  const run = useWorkspace(({ modelRuns }) => modelRuns.get(call.id));
  const kept = harnessOutputOf(call.output)?.ran?.kept ?? [];
  if (!run && kept.length === 0) return null;
  return <RunPanel callId={call.id} run={run} kept={kept} />;
}
