import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundledThread, type ThreadName, threadNames } from "#lib/server/reports/thread-script.ts";
import { projectFolder } from "./install.mjs";

/** In the build, so that they go with it. */
export const threadFiles = threadNames.map(fileOf);

function fileOf(name: ThreadName): string {
  return join(projectFolder, bundledThread(name));
}

/**
 * Bundles the threads in which the server makes reports. Node runs their sources as they are, too, but takes four times as long to begin,
 * and thirty megabytes more; Next would bundle them with the routes, of which they have nothing.
 */
export async function writeReportThreads(): Promise<void> {
  await Promise.all(threadNames.map(writeThread));
}

async function writeThread(name: ThreadName): Promise<void> {
  // Not among what a finished build needs.
  const { build } = await import("rolldown");
  const { output } = await build({
    input: join(projectFolder, "lib/server/reports", `${name}-thread.ts`),
    output: { format: "es", minify: true, codeSplitting: false },
    platform: "node",
    write: false,
    logLevel: "silent",
  });
  mkdirSync(dirname(fileOf(name)), { recursive: true });
  writeFileSync(fileOf(name), output[0].code);
}
