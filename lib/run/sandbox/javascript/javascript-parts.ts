import { unpacked } from "#lib/run/sandbox/unpacked.ts";

/** What JavaScript needs that is no part of the sandbox's script: made by `lib/tasks/javascript-parts.ts`, fetched by the page. */
export interface JavaScriptParts {
  readonly wasm: Blob;
  /** What the memory of an engine holds in which `lib/run/guest` has been evaluated, compressed by gzip. */
  readonly memory: Blob;
}

/** The same, unpacked and compiled: what each worker begins its engines from. */
export interface JavaScriptImage {
  readonly wasm: WebAssembly.Module;
  /** Absent where one is about to be made. */
  readonly memory?: Uint8Array;
}

export async function unpackJavaScript({ wasm, memory }: JavaScriptParts): Promise<JavaScriptImage> {
  const [compiled, held] = await Promise.all([
    wasm.arrayBuffer().then((bytes) => WebAssembly.compile(bytes)),
    unpacked(memory),
  ]);
  return { wasm: compiled, memory: new Uint8Array(held) };
}
