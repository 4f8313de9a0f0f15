import type { PackageOffer } from "#lib/run/packages/packages.ts";
import type { RunChange } from "#lib/state/model-run.ts";

/** A line of shell as a person runs it. */
export interface RunLine {
  readonly line: string;
  readonly stdin: string;
  readonly signal: AbortSignal;
  readonly onOutput: (stream: "out" | "err", text: string) => void;
  /** Told what is fetched for it, in a sentence, and with nothing once that is there. */
  readonly onFetching: (said: string | undefined) => void;
  /** Asked, where its scripts want packages that would have to be fetched, whether they may be; where it is absent they are not. */
  readonly onOffer?: (offer: PackageOffer) => Promise<boolean>;
  /** Packages of the last line's end, which may be fetched now: it is run again from where it began. */
  readonly packages?: PackageOffer;
  /** Told once it has begun: it can then be given its time once more. */
  readonly onBegun: (extend: () => boolean) => void;
}

/** How a line ended, and what it would change. */
export interface RunEnd {
  /** 0 where all went well. Absent where it did not come to its end. */
  readonly status?: number;
  /** What a person is told of a run that did not come to its end. */
  readonly said?: string;
  readonly changes: readonly RunChange[];
  /** The scripts that it started, by their absolute paths, as far as its line tells. */
  readonly scripts: readonly string[];
  /** The folder in which the next line begins. */
  readonly cwd: string;
  /** What its Python failed for, and what of that can be fetched. */
  readonly offer?: PackageOffer;
}

/** A line with all that it gets. */
export interface StartedLine extends Omit<RunLine, "stdin" | "onBegun" | "onFetching"> {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Seconds that it has at most. */
  readonly seconds?: number;
  readonly onBegun?: RunLine["onBegun"];
  readonly onFetching?: RunLine["onFetching"];
  /** Which files it gets; all when absent. */
  readonly mayRead?: (path: string) => boolean;
}

/** Runs a line over the files as they are now. Never rejects for a reason outside the program. */
export type StartLine = (line: StartedLine) => Promise<RunEnd & { readonly env: Readonly<Record<string, string>> }>;
