import { unpacked } from "#lib/run/sandbox/unpacked.ts";

/** What Python needs that is no part of the sandbox's script: made by `lib/tasks/python-parts.ts`, fetched by the page. */
export interface PythonParts {
  /** A module whose default is a `Glue`. */
  readonly script: string;
  /** Pyodide's WebAssembly, compressed by gzip. */
  readonly wasm: Blob;
  /** The standard library: a zip of its modules. */
  readonly library: Blob;
  /** The interpreter's memory once it has begun, compressed by gzip. */
  readonly snapshot: Blob;
}

/** The same, unpacked and compiled: what each worker begins its interpreters from. */
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
