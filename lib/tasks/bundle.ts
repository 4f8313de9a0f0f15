import { join } from "node:path";
import { projectFolder } from "./install.mjs";
import { shellChanges, shellZlib } from "./shell/shell-changes.ts";

interface Bundling {
  /** Whether classes and functions keep their names, because scripts see them. */
  readonly keepsNames?: boolean;
  /** Modules to take instead of packages, by the packages' names as they are imported. */
  readonly insteadOf?: Readonly<Record<string, string>>;
}

/**
 * A single script with all its imports; not a module, because a frame without an origin may not load any.
 */
export async function bundle(entry: string, { keepsNames = false, insteadOf = {} }: Bundling = {}): Promise<string> {
  const keepNames = { class: keepsNames, function: false };
  // Imported on demand: a finished build does not need it.
  const { build } = await import("rolldown");
  const { output } = await build({
    input: join(projectFolder, entry),
    output: { format: "iife", minify: { compress: { keepNames }, mangle: { keepNames } }, codeSplitting: false },
    plugins: [shellChanges, shellZlib],
    // A script passed as text has no address; libraries that look for files beside theirs get them another way.
    transform: { define: { "import.meta.url": JSON.stringify("https://sandbox.invalid/") } },
    resolve: { alias: insteadOf },
    platform: "browser",
    write: false,
    logLevel: "silent",
  });
  return output[0].code;
}
