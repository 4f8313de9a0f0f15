import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectFolder } from "./install.mjs";

/** Served as it is, with a policy of its own (`next.config.mjs`). */
export const engineFile = join(projectFolder, "public/model-engine/worker.js");

/**
 * Bundles the worker in which a downloaded model runs. Separate from the build: Next would give it the policy of all workers, which allows
 * requests to this host only, and it weighs more than everything else together.
 */
export async function writeEngineWorker(): Promise<void> {
  // Imported on demand: a finished build does not need it.
  const { build } = await import("rolldown");
  const { output } = await build({
    input: join(projectFolder, "lib/chat/models/downloaded/engine.worker.ts"),
    output: { format: "es", minify: true, codeSplitting: false },
    platform: "browser",
    write: false,
    logLevel: "silent",
  });
  mkdirSync(dirname(engineFile), { recursive: true });
  writeFileSync(engineFile, output[0].code);
}
