import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ownMessage, ownStack } from "../run/guest/errors/own-names.ts";
import { javaScriptMemory } from "../run/sandbox/javascript/javascript.ts";
import type { JavaScriptParts } from "../run/sandbox/javascript/javascript-parts.ts";
import { bundle } from "./bundle.ts";
import { projectFolder } from "./install.mjs";

const guest = (file: string) => join(projectFolder, "lib/run/guest", file);

/** What the library of streams needs of Node, as scripts have it. */
const nodesParts = {
  "abort-controller": guest("abort.ts"),
  events: guest("events.ts"),
  "process/": guest("streams/process.ts"),
};

/**
 * Makes the parts of JavaScript in a run: starts an engine, evaluates Node's environment for scripts, and saves the engine's memory.
 * @param level compression level, as in zlib
 */
export async function javaScriptParts(level = 6): Promise<JavaScriptParts> {
  const file = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-asyncify/wasm");
  const wasm = withTable(withOwnNames(readFileSync(file)));
  const memory = await javaScriptMemory(
    await WebAssembly.compile(wasm),
    await bundle("lib/run/guest/prelude.ts", { keepsNames: true, insteadOf: nodesParts }),
  );
  return { wasm: new Blob([wasm]), memory: new Blob([Uint8Array.from(gzipSync(memory, { level }))]) };
}

/**
 * Has the engine keep what its errors say, and where they were thrown, under other names: scripts get both as V8 would tell them
 * (`lib/run/guest/errors/errors.ts`).
 * @throws Error if the module is made in another way than the one this was written for
 */
function withOwnNames(wasm: Uint8Array): Uint8Array {
  const made = Buffer.from(wasm);
  for (const [known, own] of [
    ["message\0cause\0errors\0", ownMessage],
    ["stack\0name\0toString\0", ownStack],
  ] as const) {
    const at = made.indexOf(`\0${known}`);
    if (at < 0 || made.includes(`\0${known}`, at + 1)) throw new Error(`The engine does not name these: ${known}`);
    made.write(own, at + 1);
  }
  return made;
}

const exportsSection = 7;
const tableKind = 1;

/**
 * Adds the function table to the exports of the engine's WebAssembly, as `table`: `rejections.ts` puts one of the host's functions into it.
 * @throws Error if the module exports nothing
 */
function withTable(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  let at = 8;
  while (at < wasm.length) {
    const size = readNumber(wasm, at + 1);
    const end = size.end + size.value;
    if (wasm[at] !== exportsSection) {
      at = end;
      continue;
    }
    const count = readNumber(wasm, size.end);
    const name = new TextEncoder().encode("table");
    const entries = [...wasm.subarray(count.end, end), name.length, ...name, tableKind, 0];
    const content = [...numberBytes(count.value + 1), ...entries];
    const section = [exportsSection, ...numberBytes(content.length), ...content];
    return Uint8Array.from(Buffer.concat([wasm.subarray(0, at), Uint8Array.from(section), wasm.subarray(end)]));
  }
  throw new Error("The engine exports nothing.");
}

function numberBytes(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...numberBytes(Math.floor(value / 0x80))];
}

/** A number in WebAssembly's encoding (LEB128), and the index behind it. */
function readNumber(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let end = start, shift = 0; ; shift += 7) {
    const byte = bytes[end++] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, end };
  }
}
