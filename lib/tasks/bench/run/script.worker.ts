/** A sandbox outside of a browser: runs lines over given files, with Python and JavaScript as built. */
import "../../no-navigator.ts";
import "../patched-shell.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import type { RunPackage } from "#lib/run/packages/package.ts";
import { createSnapshot, type SnapshotEntry } from "#lib/vfs/snapshot.ts";
import { importText } from "../../import-text.ts";
import { projectFolder } from "../../install.mjs";

export interface ScriptRun {
  readonly line: string;
  readonly cwd: string;
  readonly files: readonly SnapshotEntry[];
  readonly packages: readonly RunPackage[];
}

export interface ScriptEnd {
  readonly status: number;
  readonly out: string;
  readonly err: string;
  /** Modules that Python failed to import and that packages provide. */
  readonly lacks: readonly string[];
}

const { javaScript } = await import("#lib/run/sandbox/javascript/javascript.ts");
const { unpackJavaScript } = await import("#lib/run/sandbox/javascript/javascript-parts.ts");
const { jq } = await import("#lib/run/sandbox/jq/jq.ts");
const { unpackJq } = await import("#lib/run/sandbox/jq/jq-parts.ts");
const { unpackPython } = await import("#lib/run/sandbox/python/python-parts.ts");
const { interpreters, python } = await import("#lib/run/sandbox/python/python.ts");
const { createRunTree } = await import("#lib/run/sandbox/run-tree.ts");
const { createShell } = await import("#lib/run/sandbox/shell.ts");

const bytesOf = (name: string) => Uint8Array.from(readFileSync(join(projectFolder, "public/run", name)));
const textOf = (name: string) => new TextDecoder().decode(bytesOf(name));

const pythonImage = unpackPython({
  script: textOf("python.js"),
  wasm: new Blob([bytesOf("python.wasm.gz")]),
  library: new Blob([bytesOf("python.zip")]),
  snapshot: new Blob([bytesOf("python.memory.gz")]),
});
const javaScriptImage = unpackJavaScript({
  wasm: new Blob([bytesOf("javascript.wasm")]),
  memory: new Blob([bytesOf("javascript.memory.gz")]),
});
const jqImage = unpackJq({ script: textOf("jq.js"), wasm: new Blob([bytesOf("jq.wasm.gz")]) });
const query = jq(() => jqImage, importText);
const from = interpreters(() => pythonImage, importText);
const node = javaScript(() => javaScriptImage);

async function run({ line, cwd, files, packages }: ScriptRun): Promise<ScriptEnd> {
  const lacks = new Set<string>();
  const python3 = python(from, () => ({ packages, lack: (module) => void lacks.add(module) }));
  const tree = createRunTree();
  tree.give(createSnapshot(files), Date.now());
  tree.makeFolder(cwd, { recursive: true });
  const printed = { out: "", err: "" };
  const shell = createShell({
    tree,
    interpreters: { node, nodejs: node, tsx: node, "ts-node": node, python: python3, python3, jq: query },
    write(stream, written) {
      printed[stream] += typeof written === "string" ? written : new TextDecoder().decode(written);
    },
  });
  const env = { HOME: "/home/user", PATH: "/usr/local/bin:/usr/bin:/bin", USER: "user", LANG: "C.UTF-8" };
  const { status } = await shell.run({ line, cwd, env, stdin: new Uint8Array() });
  return { ...printed, status, lacks: [...lacks] };
}

parentPort?.on("message", (asked: ScriptRun) => {
  run(asked).then(
    (end) => parentPort?.postMessage(end),
    (caught: unknown) =>
      parentPort?.postMessage({ status: 255, out: "", err: `Sandbox: ${String(caught)}`, lacks: [] }),
  );
});
