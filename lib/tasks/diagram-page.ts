import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectFolder } from "./install.mjs";

/** Served as it is, under a policy of its own (`next.config.mjs`). */
export const diagramFile = join(projectFolder, "public/diagram/page.html");

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Diagram</title>
<style>
  html { background: transparent; overflow: auto }
  body { margin: 0; padding: 12px; box-sizing: border-box; min-width: min-content }
  svg { display: block; margin: 0 auto }
</style>
<script type="module" src="page.js"></script>
</html>
`;

/**
 * Bundles the page that draws diagrams. Apart from the build, as its scripts must be fetched by a frame without an origin; in parts, as
 * each kind of diagram brings its own.
 */
export async function writeDiagramPage(): Promise<void> {
  // Not among what a finished build needs.
  const { build } = await import("rolldown");
  const folder = dirname(diagramFile);
  rmSync(folder, { recursive: true, force: true });
  await build({
    input: { page: join(projectFolder, "components/markdown/diagram/diagram-page.ts") },
    output: {
      dir: folder,
      format: "es",
      minify: true,
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js",
    },
    platform: "browser",
    logLevel: "silent",
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(diagramFile, page);
}
