import { run } from "./run.mjs";

/** Runs Next's program to its end without its telemetry; the exit code. */
export function next(...args: string[]): Promise<number> {
  return run("next", args, { env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" } });
}
