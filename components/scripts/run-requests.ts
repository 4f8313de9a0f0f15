import { askFor } from "#components/workspace/asked-dialog.ts";

/** The line that the terminal is to run as soon as it is drawn. */
let requested: string | undefined;

/** Opens the terminal and runs a line in it. */
export function runInTerminal(line: string): void {
  requested = line;
  askFor("terminal");
}

/** The line that was asked for, once. */
export function takeRequestedLine(): string | undefined {
  const line = requested;
  requested = undefined;
  return line;
}
