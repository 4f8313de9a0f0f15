import type { CommandContext } from "#lib/run/sandbox/mended/command-types.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";

/** Where a program runs. */
export interface AwkPlaceOfRun {
  readonly tree: RunTree;
  readonly cwd: string;
  readonly stdin: Uint8Array;
  readonly env: Readonly<Record<string, string>>;
  readonly exec: CommandContext["exec"];
  readonly signal: AbortSignal | undefined;
}
