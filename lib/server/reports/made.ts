import type { Failure } from "#lib/failure.ts";

/** What was made of a source, as JSON, or why nothing was. */
export type Made =
  | {
      readonly kind: "made";
      readonly text: string;
      readonly commit: string;
      /** Of this text alone. */
      readonly hash: string;
    }
  | { readonly kind: "failed"; readonly failure: Failure };
