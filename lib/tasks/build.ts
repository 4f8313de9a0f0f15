import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contentHash } from "./content-hash.ts";
import { projectFolder } from "./install.mjs";
import { next } from "./next.ts";

/** What `next build` reads. The rest of `public/` is served as it is. */
const settings = ["next.config.mjs", "proxy.ts", "package.json", "package-lock.json", "tsconfig.json"];
const sources = ["app/**", "components/**", "lib/**", "public/samples/index.json", ...settings];
const notBuilt = ["**/*.test.*", "**/*.md", "lib/tasks/**"];

/** In the build itself, so that it goes when the build is deleted. */
const stamp = join(projectFolder, ".next/skillground-sources");

/** Builds the application unless the last build was of the same sources; the exit code of `next build`. */
export async function buildIfChanged(): Promise<number> {
  const hash = contentHash(projectFolder, sources, notBuilt);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return 0;
  const code = await next("build");
  if (code === 0) writeFileSync(stamp, hash);
  return code;
}

if (import.meta.main) process.exitCode = await buildIfChanged();
