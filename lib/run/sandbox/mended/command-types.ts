import type { defineCommand } from "just-bash/browser";

type Run = Parameters<typeof defineCommand>[1];

/** What a command of the shell is given. */
export type CommandContext = Parameters<Run>[1];
/** What it comes to. */
export type CommandResult = Awaited<ReturnType<Run>>;
