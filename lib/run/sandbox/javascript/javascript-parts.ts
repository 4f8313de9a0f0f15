import { unpacked } from "#lib/run/sandbox/unpacked.ts";

/** The parts of JavaScript outside of the sandbox's script: made by `lib/tasks/javascript-parts.ts`, fetched by the page. */
export interface JavaScriptParts {
  readonly wasm: Blob;
  /** Memory of an engine that has evaluated `lib/run/guest`, compressed with gzip. */
  readonly memory: Blob;
}

/** The same parts unpacked and compiled, from which each worker starts its engines. */
export interface JavaScriptImage {
  readonly wasm: WebAssembly.Module;
  /** Absent while the memory is being made. */
  readonly memory?: Uint8Array;
}

export async function unpackJavaScript({ wasm, memory }: JavaScriptParts): Promise<JavaScriptImage> {
  const [compiled, held] = await Promise.all([
    wasm.arrayBuffer().then((bytes) => WebAssembly.compile(bytes)),
    unpacked(memory),
  ]);
  return { wasm: compiled, memory: new Uint8Array(held) };
}
