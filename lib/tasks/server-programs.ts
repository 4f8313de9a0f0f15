import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundledThread, threadNames } from "#lib/server/reports/thread-script.ts";
import { projectFolder } from "./install.mjs";
import { serverFile } from "./server-flags.mjs";

interface Program {
  readonly source: string;
  readonly file: string;
  /** Left to be found among the installed packages. */
  readonly external: readonly string[];
}

/** In the build, so that they go with it. */
const programs: readonly Program[] = [
  // Next finds its own files by where its package lies.
  { source: "lib/tasks/serve.ts", file: serverFile, external: ["next"] },
  ...threadNames.map((name) => {
    return { source: `lib/server/reports/${name}.ts`, file: bundledThread(name), external: [] };
  }),
];

export const programFiles: readonly string[] = programs.map(({ file }) => join(projectFolder, file));

/**
 * Bundles what the server runs beside Next: its own program, and the thread in which it makes reports. Node runs their sources as they are,
 * too, but with a compiler of TypeScript in memory (20 megabytes), and takes four times as long to begin a thread. Next would bundle them
 * with the routes, of which they have nothing.
 */
export async function writeServerPrograms(): Promise<void> {
  // Not among what a finished build needs.
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
