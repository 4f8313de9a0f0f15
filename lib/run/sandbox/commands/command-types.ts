import type { defineCommand } from "just-bash/browser";

type Run = Parameters<typeof defineCommand>[1];

/** The context of a shell command. */
export type CommandContext = Parameters<Run>[1];
/** The result of a command. */
export type CommandResult = Awaited<ReturnType<Run>>;
