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
  const wasm = withTable(withNullTold(withOwnNames(readFileSync(file))));
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

/** The code by which the engine refuses `null` and `undefined` as objects: of a text, and of numbers in it, of which there are none. */
const refusal = Buffer.from("200041cd3341001017410023014101460d09", "hex");
const textLength = 3;
/** Adds 1 to where the text begins if the value, the second argument, is `null`. */
const nullTold = Buffer.from("2001422088a74102466a", "hex");

/**
 * Has the engine leave out the first letter of "cannot convert to object" where that was `null`: V8 tells `null` from `undefined`.
 * @throws Error if the module is made in another way than the one this was written for
 */
function withNullTold(wasm: Uint8Array): Uint8Array {
  return withSection(wasm, codeSection, (content) => {
    const at = content.indexOf(refusal);
    if (at < 0 || content.includes(refusal, at + 1)) throw new Error("The engine does not refuse null as it did.");
    let start = readNumber(content, 0).end;
    for (;;) {
      const size = readNumber(content, start);
      const end = size.end + size.value;
      if (at >= end) {
        start = end;
        continue;
      }
      const place = at + 2 + textLength;
      const body = Buffer.concat([content.subarray(size.end, place), nullTold, content.subarray(place, end)]);
      return Buffer.concat([
        content.subarray(0, start),
        Uint8Array.from(numberBytes(body.length)),
        body,
        content.subarray(end),
      ]);
    }
  });
}

const exportsSection = 7;
const codeSection = 10;
const tableKind = 1;

/** Adds the function table to the exports of the engine's WebAssembly, as `table`: `rejections.ts` puts one of the host's functions into it. */
function withTable(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  return withSection(wasm, exportsSection, (content) => {
    const count = readNumber(content, 0);
    const name = new TextEncoder().encode("table");
    const entries = [...content.subarray(count.end), name.length, ...name, tableKind, 0];
    return Buffer.from([...numberBytes(count.value + 1), ...entries]);
  });
}

/**
 * Changes what is in a section of a module.
 * @throws Error if the module has none of this kind
 */
function withSection(wasm: Uint8Array, kind: number, change: (content: Buffer) => Buffer): Uint8Array<ArrayBuffer> {
  let at = 8;
  while (at < wasm.length) {
    const size = readNumber(wasm, at + 1);
    const end = size.end + size.value;
    if (wasm[at] !== kind) {
      at = end;
      continue;
    }
    const content = change(Buffer.from(wasm.subarray(size.end, end)));
    const head = Uint8Array.from([kind, ...numberBytes(content.length)]);
    return Uint8Array.from(Buffer.concat([wasm.subarray(0, at), head, content, wasm.subarray(end)]));
  }
  throw new Error(`The engine has no section ${kind}.`);
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
