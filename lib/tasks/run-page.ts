import "./no-navigator.ts";
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundle } from "./bundle.ts";
import { projectFolder } from "./install.mjs";
import { javaScriptParts } from "./javascript-parts.ts";
import { jqParts } from "./jq-parts.ts";
import { pythonParts } from "./python-parts.ts";

/** Served as it is, with a policy of its own (`next.config.mjs`). */
export const runPageFile = join(projectFolder, "public/run/page.html");

/**
 * The frame with its script inline, the only one that it runs, so it fetches nothing. A browser that has cached this file (`Cache-Control`
 * in `next.config.mjs`) can therefore run scripts offline too; service workers do not answer frames without an origin.
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

/**
 * Bundles the frame in which scripts run, its worker, and the parts of JavaScript, Python and jq; separate from the build, because no page
 * loads them directly.
 */
export async function writeRunPage(): Promise<void> {
  const folder = dirname(runPageFile);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [frame, worker, javascript, python, jq] = await Promise.all([
    bundle("lib/run/frame/frame-page.ts"),
    bundle("lib/run/sandbox/run.worker.ts"),
    javaScriptParts(),
    pythonParts(),
    jqParts(),
  ]);
  writeFileSync(join(folder, "worker.js"), worker);
  writeFileSync(join(folder, "python.js"), python.script);
  writeFileSync(join(folder, "jq.js"), jq.script);
  for (const [name, blob] of [
    ["javascript.wasm", javascript.wasm],
    ["javascript.memory.gz", javascript.memory],
    ["python.wasm.gz", python.wasm],
    ["python.zip", python.library],
    ["python.memory.gz", python.snapshot],
    ["jq.wasm.gz", jq.wasm],
  ] as const) {
    writeFileSync(join(folder, name), await blob.bytes());
  }
  writeFileSync(runPageFile, page(frame.trim()));
}
