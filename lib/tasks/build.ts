import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contentHash } from "./content-hash.ts";
import { diagramFile, writeDiagramPage } from "./diagram-page.ts";
import { writeEagerModules } from "./eager-modules.ts";
import { engineFile, writeEngineWorker } from "./engine-worker.ts";
import { projectFolder } from "./install.mjs";
import { next } from "./next.ts";
import { runPageFile, writeRunPage } from "./run-page.ts";
import { programFiles, writeServerPrograms } from "./server-programs.ts";
import { workerFile, writeServiceWorker } from "./service-worker.ts";
import { sourceAddress } from "./source-address.ts";

/** The sources of the build: what `next build` reads, and what its service worker caches. The rest of `public/` is served as it is. */
const settings = ["next.config.mjs", "proxy.ts", "package.json", "package-lock.json", "tsconfig.json"];
const sources = [
  "app/**",
  "components/**",
  "lib/**",
  "public/{samples,icons}/**",
  "public/samples/*/.*/**",
  ...settings,
];
const notBuilt = ["**/*.test.*", "{app,components,lib}/**/*.md", "lib/tasks/**"];
/** The tasks that make parts of the build, or are parts of the server's program. */
const makers = ["lib/tasks/*.{ts,mjs}", "lib/tasks/shell/**"];

/** Stored inside the build, so that it is deleted with it. */
const stamp = join(projectFolder, ".next/skillground-sources");

/** Builds the application unless the last build has the same sources; returns the exit code of `next build`. */
export async function buildIfChanged(): Promise<number> {
  const source = sourceAddress() ?? "";
  const hash = `${contentHash(projectFolder, sources, notBuilt)}${contentHash(projectFolder, makers, ["**/*.test.*", "**/*.md"])}${source}`;
  const written = [stamp, workerFile, engineFile, diagramFile, runPageFile, ...programFiles];
  if (written.every((file) => existsSync(file)) && readFileSync(stamp, "utf8") === hash) return 0;
  const version = hash.slice(0, 16);
  // Pages know their build and the address of its source.
  const code = await next(["build"], { NEXT_PUBLIC_BUILD: version, NEXT_PUBLIC_SOURCE: source });
  if (code !== 0) return code;
  writeEagerModules();
  await Promise.all([writeServiceWorker(version), writeEngineWorker(), writeDiagramPage(), writeServerPrograms()]);
  await writeRunPage();
  writeFileSync(stamp, hash);
  return 0;
}

if (import.meta.main) process.exitCode = await buildIfChanged();
