// @ts-expect-error The build makes the package export it.
import { createJq } from "jq-wasm";

/** Emscripten's script of jq; bundled separately (`lib/tasks/jq-parts.ts`). */
export { createJq };
