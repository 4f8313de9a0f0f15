import "./no-navigator.ts";
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundle } from "./bundle.ts";
import { projectFolder } from "./install.mjs";
import { javaScriptParts } from "./javascript-parts.ts";
import { pythonParts } from "./python-parts.ts";

/** Served as it is, under a policy of its own (`next.config.mjs`). */
export const runPageFile = join(projectFolder, "public/run/page.html");

/**
 * The frame with its script in it, which is the only one that it runs: there is nothing to be fetched from it. So a browser that has once
 * kept this file (`Cache-Control` in `next.config.mjs`) runs scripts without a network, too; it answers no frame without an origin by a service
 * worker.
 */
function page(script: string): string {
  const digest = createHash("sha256").update(script).digest("base64");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-${digest}' 'wasm-unsafe-eval' blob:; worker-src blob:">
<title>Scripts run here</title>
<script>${script}</script>
</html>
`;
}

/** Bundles the frame in which scripts run, its worker, and what JavaScript and Python in it need; apart from the build, as nothing of it is a page's. */
export async function writeRunPage(): Promise<void> {
  const folder = dirname(runPageFile);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [frame, worker, javascript, python] = await Promise.all([
    bundle("lib/run/frame/frame-page.ts"),
    bundle("lib/run/sandbox/run.worker.ts"),
    javaScriptParts(),
    pythonParts(),
  ]);
  writeFileSync(join(folder, "worker.js"), worker);
  writeFileSync(join(folder, "python.js"), python.script);
  for (const [name, blob] of [
    ["javascript.wasm", javascript.wasm],
    ["javascript.memory.gz", javascript.memory],
    ["python.wasm.gz", python.wasm],
    ["python.zip", python.library],
    ["python.memory.gz", python.snapshot],
  ] as const) {
    writeFileSync(join(folder, name), await blob.bytes());
  }
  writeFileSync(runPageFile, page(frame.trim()));
}
