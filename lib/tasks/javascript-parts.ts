import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { javaScriptMemory } from "../run/sandbox/javascript/javascript.ts";
import type { JavaScriptParts } from "../run/sandbox/javascript/javascript-engine.ts";
import { bundle } from "./bundle.ts";

/**
 * What JavaScript in a run is made of: an engine is begun, and evaluates what scripts find of Node, to keep its memory.
 * @param level how hard to compress, as zlib has it
 */
export async function javaScriptParts(level = 6): Promise<JavaScriptParts> {
  const file = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-asyncify/wasm");
  const wasm = Uint8Array.from(readFileSync(file));
  const memory = await javaScriptMemory(await WebAssembly.compile(wasm), await bundle("lib/run/guest/prelude.ts"));
  return { wasm: new Blob([wasm]), memory: new Blob([Uint8Array.from(gzipSync(memory, { level }))]) };
}
