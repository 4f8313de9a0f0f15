import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundledThread } from "#lib/server/reports/thread-script.ts";
import { projectFolder } from "./install.mjs";

/** In the build, so that it goes with it. */
export const threadFile = join(projectFolder, bundledThread);

/**
 * Bundles the thread in which the server makes reports. Node runs its source as it is, too, but takes four times as long to begin, and
 * thirty megabytes more; Next would bundle it with the routes, of which it has nothing.
 */
export async function writeReportThread(): Promise<void> {
  // Not among what a finished build needs.
  const { build } = await import("rolldown");
  const { output } = await build({
    input: join(projectFolder, "lib/server/reports/report-thread.ts"),
    output: { format: "es", minify: true, codeSplitting: false },
    platform: "node",
    write: false,
    logLevel: "silent",
  });
  mkdirSync(dirname(threadFile), { recursive: true });
  writeFileSync(threadFile, output[0].code);
}
