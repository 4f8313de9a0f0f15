import { Play } from "lucide-react";
import { useMemo } from "react";
import { Button } from "#components/ui/button.tsx";
import { useIsEmbedded } from "#components/workspace/workspace-context.tsx";
import { runInTerminal } from "./run-requests.ts";
import { scriptLine } from "./script-line.ts";

/** Runs a script in the terminal, where arguments can be added to the line that was run. Nothing for other files. */
export function RunButton({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }) {
  const line = useMemo(() => scriptLine(path, bytes), [path, bytes]);
  if (useIsEmbedded() || line === undefined) return null;
  return (
    <Button size="small" onClick={() => runInTerminal(line)}>
      <Play size={12} aria-hidden /> Run
    </Button>
  );
}
