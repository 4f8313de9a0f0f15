import { run } from "./run.mjs";

/** Runs Next's program to its end without its telemetry; the exit code. */
export function next(args: readonly string[], variables: Readonly<Record<string, string>>): Promise<number> {
  return run("next", args, { env: { ...process.env, ...variables, NEXT_TELEMETRY_DISABLED: "1" } });
}
