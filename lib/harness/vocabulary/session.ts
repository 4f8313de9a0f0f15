import type { Files } from "#lib/vfs/files.ts";
import type { Place } from "./places.ts";
import type { Discovery } from "./skill.ts";
import type { States } from "./states.ts";

/** A harness that runs: what it has loaded, and the files as they are now. */
export interface Session {
  readonly files: Files;
  readonly place: Place;
  /** As of the last load or reload; commands and calls look names up here. */
  readonly discovery: Discovery;
  readonly states: States;
  /** Whether the whole feature is off: by a setting, a switch at start or a broken root. */
  readonly isOff: boolean;
  /** What the chosen model takes in, in tokens; absent: `defaultWindow`. */
  readonly window?: number;
}

/** What decides the states when a harness starts. */
export interface Launch {
  readonly files: Files;
  readonly place: Place;
  readonly discovery: Pick<Discovery, "skills" | "brokenRoot">;
  /** Whether it is started with its switch that turns skills off. */
  readonly noSkills?: boolean;
}

/** A change that a command makes to a real file. `text: null` deletes. */
export interface FileWrite {
  readonly path: string;
  readonly text: string | null;
}
