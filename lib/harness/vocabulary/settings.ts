import type { Shape } from "#lib/skills/json-shape.ts";
import type { ScopedPath } from "./places.ts";

/** Settings files that are laid over each other, the last on top. */
export interface LayeredSettings {
  readonly files: readonly ScopedPath[];
  /**
   * Those of the project are also looked for in each folder above: those of a name from the topmost folder down, those in folders of the
   * harness's own from the working folder up.
   */
  readonly upward?: true;
  /**
   * `commented-json` takes no comma after the last entry, and no file with nothing in it, which otherwise is none; `plain-json` no comment. Absent: JSON with comments
   * and such commas.
   */
  readonly format?: "toml" | "commented-json" | "plain-json";
  /** Their texts may refer to files and variables: `{file:path}`, `{env:NAME}`. `trusted`: a project's that name a variable say nothing. */
  readonly fills?: "all" | "trusted";
  /** It cannot read a file whose text fits this pattern. Bytes that are no UTF-8 are U+FFFD here. */
  readonly refuses?: string;
  /** With a value of another shape, a file says nothing. */
  readonly checked?: Shape;
}

/** Settings that have to be right: with others the harness ends as it starts. */
export interface Startup extends LayeredSettings {
  readonly shape: Shape;
  /** The files are laid over this and over each other, and only then have to be right. */
  readonly over?: object;
  /** How what it prints then begins, with `{path}` and `{key}`. */
  readonly invalid: string;
  /** Likewise, for a file that cannot be read; absent: such a file says nothing. */
  readonly unreadable?: string;
  /** Likewise, for a file of the project, which says nothing if it is no JSON at all: only JSON of something else than an object ends the harness. */
  readonly ofProject?: string;
}
