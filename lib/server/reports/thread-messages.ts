import type { Failure } from "#lib/failure.ts";
import type { Pinned, ReportBounds } from "./make-report.ts";

/** What is to be made of a repository: its report, or only what a badge shows. All that it depends on. */
export interface ReportJob extends Pinned {
  readonly name: "report" | "brief";
  readonly bounds: ReportBounds;
}

/** Server to thread: plain data. A thread has one job at a time. */
export type ToThread =
  | { readonly kind: "make"; readonly job: ReportJob }
  | {
      readonly kind: "answer";
      /** Of the question. */
      readonly id: number;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      /** Whether a body comes, in pieces. */
      readonly hasBody: boolean;
    }
  /** Of the body of an answer, one for each `more`. Its bytes are handed over. `undefined`: that was all. */
  | { readonly kind: "piece"; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> | undefined }
  /** The rest of the body does not come. */
  | { readonly kind: "broken-off"; readonly id: number }
  /** Nothing came of the question. */
  | { readonly kind: "unanswered"; readonly id: number };

/** Thread to server. */
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
  /** The next piece of a body is wanted. */
  | { readonly kind: "more"; readonly id: number }
  /** The answer is not waited for any more. */
  | { readonly kind: "leave"; readonly id: number }
  /** JSON. */
  | { readonly kind: "made"; readonly text: string }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** A bug in the thread. */
  | { readonly kind: "broken"; readonly message: string };
