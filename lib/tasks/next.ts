import { join } from "node:path";
import { projectFolder } from "./install.mjs";
import { run } from "./run.mjs";

/** Runs Next's program to its end without telemetry; returns the exit code. */
export function next(args: readonly string[], variables: Readonly<Record<string, string>>): Promise<number> {
  // By path: in an image the project's programs are not on the PATH, and another project's may be.
  const program = join(projectFolder, "node_modules/next/dist/bin/next");
  const env = { ...process.env, ...variables, NEXT_TELEMETRY_DISABLED: "1" };
  return run(process.execPath, [program, ...args], { env });
}
