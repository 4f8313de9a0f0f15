import { unpacked } from "#lib/run/sandbox/unpacked.ts";

/** The parts of jq outside of the sandbox's script: made by `lib/tasks/jq-parts.ts`, fetched by the page. */
export interface JqParts {
  /** A module whose default export is a `Glue`. */
  readonly script: string;
  /** jq's WebAssembly, compressed by gzip. */
  readonly wasm: Blob;
}

/** The same parts unpacked and compiled, from which each worker starts its programs. */
export interface UnpackedJq {
  readonly script: string;
  readonly wasm: WebAssembly.Module;
}

export async function unpackJq({ script, wasm }: JqParts): Promise<UnpackedJq> {
  return { script, wasm: await WebAssembly.compile(await unpacked(wasm)) };
}
