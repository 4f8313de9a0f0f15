import { join } from "node:path";
import { projectFolder } from "./install.mjs";
import { shellChanges, shellZlib } from "./shell-changes.ts";

/** One script, with all that it imports; no module, as a frame without an origin may not load any. */
export async function bundle(entry: string): Promise<string> {
  // Not among what a finished build needs.
  const { build } = await import("rolldown");
  const { output } = await build({
    input: join(projectFolder, entry),
    output: { format: "iife", minify: true, codeSplitting: false },
    plugins: [shellChanges, shellZlib],
    // A script that came as a text has no address; libraries that look for files beside theirs are given what they need.
    transform: { define: { "import.meta.url": JSON.stringify("https://sandbox.invalid/") } },
    platform: "browser",
    write: false,
    logLevel: "silent",
  });
  return output[0].code;
}
