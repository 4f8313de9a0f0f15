import type { Files } from "#lib/vfs/files.ts";
import type { Place } from "./places.ts";
import type { Discovery } from "./skill.ts";
import type { FeatureOff, States } from "./states.ts";

/** A running harness: what it has loaded, and the present files. */
export interface Session {
  readonly files: Files;
  readonly place: Place;
  /** The result of the last load or reload, in which commands and calls look up names. */
  readonly discovery: Discovery;
  readonly states: States;
  /** Why the harness offers no skill at all; absent: the feature is on. */
  readonly whyOff?: FeatureOff | undefined;
  /** Context window of the chosen model, in tokens; absent: what the harness takes it to be (`windowFor`). */
  readonly window?: number | undefined;
}

/** What decides the states when a harness starts. */
export interface Launch {
  readonly files: Files;
  readonly place: Place;
  readonly discovery: Pick<Discovery, "skills" | "brokenRoot">;
  /** Whether the harness is started with its switch that turns skills off. */
  readonly noSkills?: boolean;
}

/** A change of a file. `text: null` deletes the file. */
export interface FileWrite {
  readonly path: string;
  readonly text: string | null;
}
