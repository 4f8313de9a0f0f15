import { askFor } from "#components/workspace/asked-dialog.ts";
import type { ScriptLanguage } from "#lib/skills/scripts/started-script.ts";

/** The line that the terminal runs as soon as it is drawn. */
let requested: string | undefined;

/** Opens the terminal and runs `line`, which starts a script in this language. */
export function runInTerminal(line: string, language: ScriptLanguage): void {
  requested = line;
  expectRun(language);
  askFor("terminal");
}

/** Returns the requested line, and clears it. */
export function takeRequestedLine(): string | undefined {
  const line = requested;
  requested = undefined;
  return line;
}

type Expecting = (language: ScriptLanguage, onlyKept: boolean) => void;

const expecting = new Set<Expecting>();

/** Tells the terminal that somebody is about to run a script in this language. @param onlyKept do not fetch anything for it yet */
export function expectRun(language: ScriptLanguage, onlyKept = false): void {
  for (const listener of expecting) listener(language, onlyKept);
}

/** Calls `listener` when somebody is about to run a script. @returns a function that unsubscribes */
export function onExpectedRun(listener: Expecting): () => void {
  expecting.add(listener);
  return () => expecting.delete(listener);
}
