import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin, RolldownOutput } from "rolldown";
import { otherLayoutEvent } from "../../components/markdown/diagram/diagram-messages.ts";
import { projectFolder } from "./install.mjs";

/** Served as it is, with a policy of its own (`next.config.mjs`). */
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

/** The scripts of a bundle, each with the modules in it. */
export type BundledScripts = RolldownOutput["output"];

/**
 * Bundles the page that draws diagrams. Separate from the build, because a frame without an origin must fetch its scripts; in parts,
 * because each kind of diagram has its own.
 */
export async function writeDiagramPage(): Promise<void> {
  const folder = dirname(diagramFile);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const script of await bundleDiagramScripts()) {
    writeFileSync(join(folder, script.fileName), script.type === "chunk" ? script.code : script.source);
  }
  writeFileSync(diagramFile, page);
}

/** The scripts of the page, with the modules in each. */
export async function bundleDiagramScripts(): Promise<BundledScripts> {
  // Imported on demand: a finished build does not need it.
  const { build } = await import("rolldown");
  const { output } = await build({
    input: { page: join(projectFolder, "components/markdown/diagram/diagram-page.ts") },
    output: { format: "es", minify: true, entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    plugins: [usualLayoutForElk],
    platform: "browser",
    write: false,
    logLevel: "silent",
  });
  return output;
}

/**
 * Replaces Mermaid's ELK layout by its default layout (Dagre): ELK weighs 1.5 MB, and this project does not want to distribute code under
 * its licence (EPL or GPL).
 */
const usualLayoutForElk: Plugin = {
  name: "usual-layout-for-elk",
  resolveId(source, importer) {
    if (!importer || !/^\.\/elk-\w+\.mjs$/.test(source)) return null;
    const scripts = dirname(importer);
    const usual = readdirSync(scripts).find((name) => /^dagre-\w+\.mjs$/.test(name));
    if (usual === undefined)
      throw new Error(`There is no dagre layout beside ${source}: see what Mermaid calls it now.`);
    return { id: `${join(scripts, usual)}${inPlaceOfElk}` };
  },
  load(id) {
    if (!id.endsWith(inPlaceOfElk)) return null;
    const usual = JSON.stringify(id.slice(0, -inPlaceOfElk.length));
    return `import { render as layOut } from ${usual};
      export function render(...given) {
        dispatchEvent(new Event(${JSON.stringify(otherLayoutEvent)}));
        return layOut(...given);
      }`;
  },
};

const inPlaceOfElk = "?in-place-of-elk";
