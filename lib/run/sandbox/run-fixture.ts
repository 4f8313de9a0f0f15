import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { importText } from "../../tasks/import-text.ts";
import { javaScriptParts } from "../../tasks/javascript-parts.ts";
import { jqParts } from "../../tasks/jq-parts.ts";
import { pythonParts } from "../../tasks/python-parts.ts";
import { escapedBytes } from "./escaped-text.ts";
import { javaScript } from "./javascript/javascript.ts";
import { type JavaScriptImage, unpackJavaScript } from "./javascript/javascript-parts.ts";
import { jq } from "./jq/jq.ts";
import { type UnpackedJq, unpackJq } from "./jq/jq-parts.ts";
import type { Stream } from "./program.ts";
import { interpreters, type PackageDoor, python } from "./python/python.ts";
import { type PythonParts, type UnpackedPython, unpackPython } from "./python/python-parts.ts";
import { createRunTree } from "./run-tree.ts";
import { createShell } from "./shell.ts";

let engines: Promise<JavaScriptImage> | undefined;
let packedPython: Promise<PythonParts> | undefined;
let pythons: Promise<UnpackedPython> | undefined;
let jqs: Promise<UnpackedJq> | undefined;

function partsOfJavaScript(): Promise<JavaScriptImage> {
  engines ??= javaScriptParts(0).then(unpackJavaScript);
  return engines;
}

/** Made once, and fast rather than small. */
export function packedPartsOfPython(): Promise<PythonParts> {
  packedPython ??= pythonParts(0);
  return packedPython;
}

export function partsOfPython(): Promise<UnpackedPython> {
  pythons ??= packedPartsOfPython().then(unpackPython);
  return pythons;
}

function partsOfJq(): Promise<UnpackedJq> {
  jqs ??= jqParts(0).then(unpackJq);
  return jqs;
}

/** Shared by all shells, because making its memory is most of the work. */
const from = interpreters(partsOfPython, importText);
const node = javaScript(partsOfJavaScript);
const query = jq(partsOfJq, importText);

/** Prepares an engine for the next JavaScript program. */
export const prepareJavaScript = node.prepare;

/**
 * A shell as in a run, with these files by absolute path; `!` in front of a path makes the file executable.
 * @param door Python packages
 */
export function shellOver(files: Readonly<Record<string, string>> = {}, door?: PackageDoor) {
  const entries = Object.entries(files).map(([path, text]) => ({
    path: path.replace("!", "").slice(1),
    mode: path.startsWith("!") ? snapshotMode.executable : snapshotMode.file,
    bytes: new TextEncoder().encode(text),
  }));
  const tree = createRunTree();
  tree.give(createSnapshot(entries), Date.UTC(2026, 0, 1));
  const printed: Record<Stream, string> = { out: "", err: "" };
  const pieces: string[] = [];
  const python3 = python(from, () => door);
  const shell = createShell({
    tree,
    interpreters: { node, tsx: node, python: python3, python3, jq: query },
    write(stream, written) {
      const text = new TextDecoder().decode(typeof written === "string" ? escapedBytes(written) : written);
      printed[stream] += text;
      pieces.push(stream === "out" ? text : `! ${text}`);
    },
  });
  return {
    tree,
    /** The output so far, piece by piece; pieces of stderr are marked. */
    pieces,
    async run(line: string, stdin = "") {
      Object.assign(printed, { out: "", err: "" });
      const env = { HOME: "/home/user", PATH: "/usr/bin:/bin", USER: "user", SHLVL: "2" };
      const end = await shell.run({ line, cwd: "/workspace", env, stdin: new TextEncoder().encode(stdin) });
      return { ...printed, status: end.status };
    },
  };
}
