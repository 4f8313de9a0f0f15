import type { CommandContext } from "#lib/run/sandbox/commands/command-types.ts";
import type { ShellOutputs } from "#lib/run/sandbox/outputs/shell-outputs.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";

/** What a program gets of the line that calls it, so that it reads and writes where that line does. */
export interface AwkContext {
  readonly tree: RunTree;
  readonly cwd: string;
  stdin(): Uint8Array;
  readonly env: Readonly<Record<string, string>>;
  readonly exec: CommandContext["exec"];
  readonly outputs: Pick<ShellOutputs, "isOne" | "taken">;
  readonly signal: AbortSignal | undefined;
}
