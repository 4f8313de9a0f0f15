/**
 * Counters that routes report to the operator's metrics. Next bundles each route, so a counting module would exist
 * twice, in the bundle and in the front server; both find the one set of meters by a process-wide name.
 */
export interface Meters {
  /** A request was refused or failed with the code of a `Failure`, or with a front server's refusal. */
  refused(room: Room, code: string): void;
  /** This many bytes of answers came from a git host or a model provider. */
  upstreamBytes(room: Room, bytes: number): void;
  /** The used share of a limit that all visitors have in common, 0 to 1 and more. */
  budgetUsed(limit: string, share: number): void;
  /** A report, or the counts for a picture, was given to a visitor, failed, or was computed for one. */
  report(what: "given" | "failed" | "made"): void;
}

export type Room = "front" | "relay" | "models" | "reports" | "rooms";

const place = Symbol.for("skillground.meters");
const holder = globalThis as { [place]?: Meters | undefined };

const none: Meters = {
  refused: () => undefined,
  upstreamBytes: () => undefined,
  budgetUsed: () => undefined,
  report: () => undefined,
};

/** The meters of this process; without metrics, they count nothing. */
export function meters(): Meters {
  return holder[place] ?? none;
}

export function installMeters(installed: Meters | undefined): void {
  holder[place] = installed;
}
