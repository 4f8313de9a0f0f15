import { Play } from "lucide-react";
import { useMemo } from "react";
import { Button } from "#components/ui/button.tsx";
import { useIsEmbedded } from "#components/workspace/workspace-context.tsx";
import { expectRun, runInTerminal } from "./run-requests.ts";
import { languageOf, lineOf } from "./script-line.ts";

/** Runs a script in the terminal, where arguments can be added to the line that was run. Nothing for other files. */
export function RunButton({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }) {
  const language = useMemo(() => languageOf(path, bytes), [path, bytes]);
  if (useIsEmbedded() || language === undefined) return null;
  // While a hand moves from here to a click, what runs it is made ready; but for Python, which is 13 MB that nobody has asked for.
  const expect = () => expectRun(language === "python" ? "shell" : language);
  return (
    <Button
      size="small"
      onPointerEnter={expect}
      onFocus={expect}
      onClick={() => runInTerminal(lineOf(path, language), language)}
    >
      <Play size={12} aria-hidden /> Run
    </Button>
  );
}
