import type { PackageOffer } from "#lib/run/packages/packages.ts";
import type { RunChange } from "#lib/state/model-run.ts";

/** A line of shell as a person runs it. */
export interface RunLine {
  readonly line: string;
  readonly stdin: string;
  readonly signal: AbortSignal;
  readonly onOutput: (stream: "out" | "err", text: string) => void;
  /** Called with a sentence on what is being fetched, and with `undefined` once it is there. */
  readonly onFetching: (said: string | undefined) => void;
  /**
   * Called where its scripts need packages that would have to be fetched: whether they may be. Where absent, they may
   * not.
   */
  readonly onOffer?: (offer: PackageOffer) => Promise<boolean>;
  /**
   * Packages from the previous run's `offer` that may be fetched now: the line runs again from the same folder and
   * variables.
   */
  readonly packages?: PackageOffer;
  /** Called once the run has begun: `extend` gives it its time once more. */
  readonly onBegun: (extend: () => boolean) => void;
}

/** The result of a line, with the changes that it would make, those that it began with among them. */
export interface RunEnd {
  /** 0 on success. Absent where the line did not run to its end. */
  readonly status?: number;
  /** What a person is told about a run that did not finish. */
  readonly said?: string;
  readonly changes: readonly RunChange[];
  /** Absolute paths of the scripts that it started, as far as its line tells. */
  readonly scripts: readonly string[];
  /** The folder in which the next line begins. */
  readonly cwd: string;
  /** The packages for which its Python failed and that can be fetched. */
  readonly offer?: PackageOffer;
}

/** A line with everything that the run gets. */
export interface StartedLine extends Omit<RunLine, "stdin" | "onBegun" | "onFetching"> {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** The changes of earlier lines that nobody has decided on: it begins with them, and its own come on top. */
  readonly onto?: readonly RunChange[];
  /** The most seconds that it may take. */
  readonly seconds?: number;
  readonly onBegun?: RunLine["onBegun"];
  readonly onFetching?: RunLine["onFetching"];
  /** Which files it gets; all when absent. */
  readonly mayRead?: (path: string) => boolean;
}

/** Runs a line over the current files. Never rejects for a reason outside the program. */
export type StartLine = (line: StartedLine) => Promise<RunEnd & { readonly env: Readonly<Record<string, string>> }>;

/** What a person is told about a run whose code could not be fetched. */
export const unfetched =
  "Not started: the part that runs scripts did not load. Check that you are online, then run it again.";
