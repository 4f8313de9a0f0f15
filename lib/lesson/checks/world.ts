import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { LessonEvent } from "#lib/lesson/events.ts";
import { isInside, relativePath, resolvePath } from "#lib/vfs/paths.ts";

/** Everything that a check may look at. */
export interface World {
  readonly profile: Profile;
  /** The running harness, with the files as they are now. */
  readonly session: Session;
  readonly catalog: Catalog;
  /** The file with which the lesson began at a path; `undefined` where there was none. */
  seed(path: string): Uint8Array | undefined;
  /** What happened since the step began. */
  readonly events: readonly LessonEvent[];
  /** Estimated number of tokens in a text. */
  tokens(text: string): number;
  /**
   * What each of these harnesses makes of the skills, by the folder of the SKILL.md: a word such as `loaded`, and the skill's name. Absent
   * until it is computed.
   */
  readonly compared?: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** The absolute path of a file that a lesson names. */
export function pathIn({ session }: Pick<World, "session">, file: string): string {
  const { cwd, home } = session.place;
  return file === "~" || file.startsWith("~/") ? resolvePath(home, `.${file.slice(1)}`) : resolvePath(cwd, file);
}

/** A path as a lesson would write it. */
export function shortPath({ session }: Pick<World, "session">, path: string): string {
  const { cwd, home } = session.place;
  if (path !== cwd && isInside(cwd, path)) return relativePath(cwd, path);
  return isInside(home, path) ? `~/${relativePath(home, path)}` : path;
}

/** A value as code in a label: between backquotes. */
export function code(value: string): string {
  return `\`${value.replaceAll("`", "'")}\``;
}
