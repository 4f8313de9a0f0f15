import type { Failure } from "#lib/failure.ts";

/** The result for a source as JSON, or why there is none. */
export type Made =
  | {
      readonly kind: "made";
      readonly text: string;
      readonly commit: string;
      /** A hash of this text alone. */
      readonly hash: string;
    }
  | { readonly kind: "failed"; readonly failure: Failure };
