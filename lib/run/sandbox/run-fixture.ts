import { readFileSync } from "node:fs";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { importText, pythonParts } from "../../tasks/python-parts.ts";
import { bundle, quickjsFile } from "../../tasks/run-page.ts";
import { javaScript } from "./javascript.ts";
import type { Stream } from "./program.ts";
import { type PackageDoor, python } from "./python/python.ts";
import type { PythonParts } from "./python/python-parts.ts";
import { createRunTree } from "./run-tree.ts";
import { createShell } from "./shell.ts";

let prelude: Promise<string> | undefined;
let pythons: Promise<PythonParts> | undefined;

async function javaScriptParts() {
  prelude ??= bundle("lib/run/guest/prelude.ts");
  return { wasm: Uint8Array.from(readFileSync(quickjsFile())).buffer, prelude: await prelude };
}

/** Made once, and fast rather than small. */
function partsOfPython(): Promise<PythonParts> {
  pythons ??= pythonParts(1);
  return pythons;
}

/** One for all shells, as making its image is most of the work. */
const python3 = python(partsOfPython, importText);
const pythonWith = (door: PackageDoor) => python(partsOfPython, importText, door);

/**
 * A shell as a run has it, over these files by their absolute paths; `!` in front makes one executable.
 * @param door packages for Python
 */
export function shellOver(files: Readonly<Record<string, string>> = {}, door?: PackageDoor) {
  const entries = Object.entries(files).map(([path, text]) => ({
    path: path.replace("!", "").slice(1),
    mode: path.startsWith("!") ? snapshotMode.executable : snapshotMode.file,
    bytes: new TextEncoder().encode(text),
  }));
  const tree = createRunTree(createSnapshot(entries), Date.UTC(2026, 0, 1));
  for (const folder of ["/tmp", "/home/user", "/workspace"]) tree.makeFolder(folder, { recursive: true });
  const printed: Record<Stream, string> = { out: "", err: "" };
  const node = javaScript(javaScriptParts);
  const python = door ? pythonWith(door) : python3;
  const shell = createShell({
    tree,
    interpreters: { node, tsx: node, python, python3: python },
    write(stream, written) {
      printed[stream] += typeof written === "string" ? written : new TextDecoder().decode(written);
    },
  });
  return {
    tree,
    async run(line: string, stdin = "") {
      Object.assign(printed, { out: "", err: "" });
      const env = { HOME: "/home/user", PATH: "/usr/bin:/bin", USER: "user" };
      const end = await shell.run({ line, cwd: "/workspace", env, stdin: new TextEncoder().encode(stdin) });
      return { ...printed, status: end.status };
    },
  };
}
