import { FailureError } from "#lib/failure.ts";
import { mountLimits } from "#lib/vfs/limits.ts";

/**
 * Bytes that an archive may come to in all: what a mount may hold, four times over, for what is left out of it
 * (`.git`) and for headers and padding. Past this a small file that inflates without end is stopped.
 */
const inflatedLimit = 4 * mountLimits.bytes;

export interface BoundedOptions {
  readonly signal?: AbortSignal;
  /** Told the bytes so far. */
  readonly onBytes?: (bytes: number) => void;
  readonly limit?: number;
}

/** Passes bytes on while it counts them. Errors with the failures `too-large` and, when `signal` aborts, `cancelled`. */
export function boundedStream(options: BoundedOptions): TransformStream<Uint8Array, Uint8Array> {
  const { signal, onBytes, limit = inflatedLimit } = options;
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (signal?.aborted) throw new FailureError({ code: "cancelled" });
      if (bytes > limit) throw new FailureError({ code: "too-large", limit });
      onBytes?.(bytes);
      controller.enqueue(chunk);
    },
  });
}
