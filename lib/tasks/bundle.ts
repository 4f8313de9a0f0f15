import { join } from "node:path";
import { projectFolder } from "./install.mjs";
import { shellChanges, shellZlib } from "./shell/shell-changes.ts";

/**
 * A single script with all its imports; not a module, because a frame without an origin may not load any.
 * @param keepsNames whether classes keep their names, because scripts see them
 */
export async function bundle(entry: string, keepsNames = false): Promise<string> {
  const keepNames = { class: keepsNames, function: false };
  // Imported on demand: a finished build does not need it.
  const { build } = await import("rolldown");
  const { output } = await build({
    input: join(projectFolder, entry),
    output: { format: "iife", minify: { compress: { keepNames }, mangle: { keepNames } }, codeSplitting: false },
    plugins: [shellChanges, shellZlib],
    // A script passed as text has no address; libraries that look for files beside theirs get them another way.
    transform: { define: { "import.meta.url": JSON.stringify("https://sandbox.invalid/") } },
    platform: "browser",
    write: false,
    logLevel: "silent",
  });
  return output[0].code;
}
