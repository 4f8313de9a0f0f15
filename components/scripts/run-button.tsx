import { Play } from "lucide-react";
import { useEffect, useMemo } from "react";
import { Button } from "#components/ui/button.tsx";
import { useIsEmbedded } from "#components/workspace/workspace-context.tsx";
import type { ScriptLanguage } from "#lib/skills/scripts/started-script.ts";
import { expectRun, runInTerminal } from "./run-requests.ts";
import { languageOf, lineOf } from "./script-line.ts";

/** Milliseconds after opening a script from which on the person is assumed to read it. */
const soon = 250;

/**
 * Prepares the runner while somebody reads a script or moves to its button. Not for Python unless this browser has it already: it is 13 MB
 * that nobody has asked for.
 */
function expectIn(language: ScriptLanguage): void {
  expectRun(language, language === "python");
}

/** Runs a script in the terminal, where arguments can then be added to the line. Nothing for other files. */
export function RunButton({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }) {
  const language = useMemo(() => languageOf(path, bytes), [path, bytes]);
  const isOffered = !useIsEmbedded() && language !== undefined;
  useEffect(() => {
    if (!isOffered) return;
    const read = setTimeout(() => expectIn(language), soon);
    return () => clearTimeout(read);
  }, [isOffered, language]);
  if (!isOffered) return null;
  const expect = () => expectIn(language);
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
