/**
 * What routes tell the operator's metrics. Next bundles routes by themselves, so a module that counts would be there
 * twice, once in the bundle and once in the front door; both find the one set of meters by a name of the whole process.
 */
export interface Meters {
  /** A request was refused or failed with a `Failure` of this code, or a front door's refusal. */
  refused(room: Room, code: string): void;
  /** So many bytes of answers came from a git host or a model provider. */
  upstreamBytes(room: Room, bytes: number): void;
  /** How much of a limit that all visitors share is used, 0 to 1 and more. */
  budgetUsed(limit: string, share: number): void;
  /** A report, or the counts for a picture, was given to somebody, could not be, or was made for that. */
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

/** The meters of this process; where no metrics are served, such as count nothing. */
export function meters(): Meters {
  return holder[place] ?? none;
}

export function installMeters(installed: Meters | undefined): void {
  holder[place] = installed;
}
