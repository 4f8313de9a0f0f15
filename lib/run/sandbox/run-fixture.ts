import { readFileSync } from "node:fs";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { bundle, quickjsFile } from "../../tasks/run-page.ts";
import { javaScript } from "./javascript.ts";
import type { Stream } from "./program.ts";
import { createRunTree } from "./run-tree.ts";
import { createShell } from "./shell.ts";

let prelude: Promise<string> | undefined;

async function javaScriptParts() {
  prelude ??= bundle("lib/run/guest/prelude.ts");
  return { wasm: Uint8Array.from(readFileSync(quickjsFile())).buffer, prelude: await prelude };
}

/** A shell as a run has it, over these files by their absolute paths; `!` in front makes one executable. */
export function shellOver(files: Readonly<Record<string, string>> = {}) {
  const entries = Object.entries(files).map(([path, text]) => ({
    path: path.replace("!", "").slice(1),
    mode: path.startsWith("!") ? snapshotMode.executable : snapshotMode.file,
    bytes: new TextEncoder().encode(text),
  }));
  const tree = createRunTree(createSnapshot(entries), 0);
  for (const folder of ["/tmp", "/home/user", "/workspace"]) tree.makeFolder(folder, { recursive: true });
  const printed: Record<Stream, string> = { out: "", err: "" };
  const node = javaScript(javaScriptParts);
  const shell = createShell({
    tree,
    interpreters: { node, tsx: node },
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
