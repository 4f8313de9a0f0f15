import { unpacked } from "#lib/run/sandbox/unpacked.ts";

/** The parts of Python outside of the sandbox's script: made by `lib/tasks/python-parts.ts`, fetched by the page. */
export interface PythonParts {
  /** A module whose default export is a `Glue`. */
  readonly script: string;
  /** Pyodide's WebAssembly, compressed by gzip. */
  readonly wasm: Blob;
  /** The standard library: a zip of its modules. */
  readonly library: Blob;
  /** Memory of a started interpreter, compressed with gzip. */
  readonly snapshot: Blob;
}

/** The same parts unpacked and compiled, from which each worker starts its interpreters. */
export interface UnpackedPython {
  readonly script: string;
  readonly wasm: WebAssembly.Module;
  readonly library: Uint8Array;
  readonly snapshot: Uint8Array;
}

export async function unpackPython({ script, wasm, library, snapshot }: PythonParts): Promise<UnpackedPython> {
  const [compiled, zip, memory] = await Promise.all([
    unpacked(wasm).then((bytes) => WebAssembly.compile(bytes)),
    library.arrayBuffer(),
    unpacked(snapshot),
  ]);
  return { script, wasm: compiled, library: new Uint8Array(zip), snapshot: new Uint8Array(memory) };
}
