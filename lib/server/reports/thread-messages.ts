import type { Failure } from "#lib/failure.ts";
import type { Pinned, ReportBounds } from "./make-report.ts";

/**
 * A job for a repository: its report, or only the counts for a badge. Contains everything that the result depends on.
 */
export interface ReportJob extends Pinned {
  readonly name: "report" | "brief";
  readonly bounds: ReportBounds;
}

/** Messages from server to thread: plain data. A thread has one job at a time. */
export type ToThread =
  | { readonly kind: "make"; readonly job: ReportJob }
  | {
      readonly kind: "answer";
      readonly id: number;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      /** Whether a body follows, in pieces. */
      readonly hasBody: boolean;
    }
  /** A piece of an answer's body, one for each `more`. Its bytes are transferred. `undefined`: the body is complete. */
  | { readonly kind: "piece"; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> | undefined }
  | { readonly kind: "broken-off"; readonly id: number }
  /** The question failed. */
  | { readonly kind: "unanswered"; readonly id: number };

/** Messages from thread to server. */
export type FromThread =
  /** One of git's requests. A thread reaches no host by itself. */
  | {
      readonly kind: "ask";
      readonly id: number;
      readonly url: string;
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array<ArrayBuffer> | null;
    }
  /** Requests the next piece of a body. */
  | { readonly kind: "more"; readonly id: number }
  /** The answer is no longer wanted. */
  | { readonly kind: "leave"; readonly id: number }
  /** The result as JSON. */
  | { readonly kind: "made"; readonly text: string }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** A bug in the thread. */
  | { readonly kind: "broken"; readonly message: string };
