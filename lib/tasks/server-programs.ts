import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundledThread, threadNames } from "#lib/server/reports/thread-script.ts";
import { projectFolder } from "./install.mjs";
import { serverFile } from "./server-flags.mjs";

interface Program {
  readonly source: string;
  readonly file: string;
  /** Packages that are not bundled, but found among the installed ones. */
  readonly external: readonly string[];
}

/** In the build's folder, so that they are deleted with it. */
const programs: readonly Program[] = [
  // Next finds its own files relative to its package.
  { source: "lib/tasks/serve.ts", file: serverFile, external: ["next"] },
  ...threadNames.map((name) => {
    return { source: `lib/server/reports/${name}.ts`, file: bundledThread(name), external: [] };
  }),
];

export const programFiles: readonly string[] = programs.map(({ file }) => join(projectFolder, file));

/**
 * Bundles what the server runs beside Next: its own program, and the thread that makes reports. Node could run the sources, but with a
 * TypeScript compiler in memory (20 megabytes), and four times as slow to start a thread. Next would bundle them with the routes, which
 * they do not need.
 */
export async function writeServerPrograms(): Promise<void> {
  // Imported on demand: a finished build does not need it.
  const { build } = await import("rolldown");
  const writing = programs.map(async ({ source, file, external }) => {
    const { output } = await build({
      input: join(projectFolder, source),
      external: [...external],
      output: { format: "es", minify: true, codeSplitting: false },
      platform: "node",
      write: false,
      logLevel: "silent",
    });
    const target = join(projectFolder, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, output[0].code);
  });
  await Promise.all(writing);
}
