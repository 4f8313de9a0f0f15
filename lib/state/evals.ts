import type { Picked } from "#lib/evals/picks.ts";
import type { RunConditions } from "#lib/evals/results-files.ts";

/** Requests whose skills are being tested, as typed, and what the last runs came to, the newest first. Those of one click have one time. */
export interface KeptEvals {
  /** The skill meant by requests that name none. */
  readonly skill?: string;
  readonly text: string;
  /** From which share of its runs on a request leads to a skill; absent: as usual. */
  readonly threshold?: number;
  /** Which share of the requests must lead where they should; absent: as usual. */
  readonly need?: number;
  readonly runs: readonly KeptRun[];
}

export interface KeptRun extends RunConditions {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly tokens: number;
  readonly picked: readonly Picked[];
}

export const noEvals: KeptEvals = { text: "", runs: [] };
