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
