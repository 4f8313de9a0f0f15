import { join } from "node:path";
import { projectFolder } from "./install.mjs";
import { run } from "./run.mjs";

/** Runs Next's program to its end without its telemetry; the exit code. */
export function next(...args: string[]): Promise<number> {
  // By its place: an image has the project's programs not on its PATH, and another project's may stand there.
  const program = join(projectFolder, "node_modules/next/dist/bin/next");
  return run(process.execPath, [program, ...args], { env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" } });
}
