import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "./install.mjs";

/** In the build itself, so that it goes when the build is deleted. */
export const threadFile = join(projectFolder, ".next/report-thread.mjs");

/**
 * Bundles the thread in which the server makes a report. Next bundles routes only, and from some three hundred files a thread takes four
 * times as long to start.
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
  writeFileSync(threadFile, output[0].code);
}
