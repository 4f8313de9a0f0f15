import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BuildList } from "#lib/offline/kept-build.ts";
import type { Sample } from "#lib/upload/sample.ts";
import { compareBytes } from "#lib/vfs/paths.ts";
import { projectFolder } from "./install.mjs";

export const workerFile = join(projectFolder, "public/service-worker.js");

/** Left to the network: one part of this size, the tokenizer's vocabulary, without which counts are estimates. */
const assetLimit = 1_000_000;

/** Writes the worker that keeps the finished build in `.next`, for pages that know it as `version`. */
export async function writeServiceWorker(version: string): Promise<void> {
  // Not among what a finished build needs.
  const { build } = await import("rolldown");
  const { output } = await build({
    input: join(projectFolder, "lib/offline/service-worker.ts"),
    transform: { define: { buildList: JSON.stringify(listBuild(version)) } },
    output: { format: "iife", minify: true },
    write: false,
    logLevel: "silent",
  });
  writeFileSync(workerFile, output[0].code);
}

function listBuild(version: string): BuildList {
  const files = publicFiles();
  const hash = createHash("sha256");
  for (const path of files)
    hash.update(`${path}\0`).update(readFileSync(join(projectFolder, "public", decodeURIComponent(path))));
  return { version, hash: hash.digest("hex").slice(0, 16), assets: builtAssets(), files: [...files, ...drawnFiles] };
}

/** Drawn by routes of Next. */
const drawnFiles = ["/icon.svg", "/manifest.webmanifest"];

/** Scripts, styles and fonts of the build. */
function builtAssets(): string[] {
  const built = join(projectFolder, ".next");
  return globSync("static/**/*.{js,css,woff2,wasm}", { cwd: built })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => statSync(join(built, path)).size <= assetLimit)
    .sort(compareBytes)
    .map((path) => `/_next/${path}`);
}

/** The samples, as their list has them, and the icons. */
function publicFiles(): string[] {
  const folder = join(projectFolder, "public");
  const samples = JSON.parse(readFileSync(join(folder, "samples/index.json"), "utf8")) as readonly Sample[];
  const icons = globSync("icons/*", { cwd: folder }).map((path) => `/${path.replaceAll("\\", "/")}`);
  // As the page asks for them: `lib/upload/sample.ts`.
  const parts = samples.flatMap(({ id, files }) =>
    files.map((path) => `/samples/${[id, ...path.split("/")].map(encodeURIComponent).join("/")}`),
  );
  return ["/samples/index.json", ...parts, ...icons].sort(compareBytes);
}
