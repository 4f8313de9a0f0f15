import { finish } from "#lib/async/steps.ts";
import type { Files } from "#lib/vfs/files.ts";
import { type DiscoverOptions, discoverInSteps } from "./discovery/discover.ts";
import type { ScanSteps } from "./discovery/read-skills.ts";
import { readStates, whyFeatureIsOff } from "./states/states.ts";
import type { Place } from "./vocabulary/places.ts";
import { type Profile, reloadsOn } from "./vocabulary/profile.ts";
import type { Session } from "./vocabulary/session.ts";
import type { Discovery } from "./vocabulary/skill.ts";

export interface LaunchOptions extends DiscoverOptions {
  /** Whether the harness is started with its switch that turns skills off (`--no-skills`). */
  readonly noSkills?: boolean;
  /** The result of its search for skills, if that is known already. */
  readonly discovery?: Discovery | undefined;
}

/** The harness right after it started or reloaded at this place. */
export function loadSession(profile: Profile, files: Files, place: Place, options: LaunchOptions = {}): Session {
  return finish(loadSessionInSteps(profile, files, place, options));
}

/** `loadSession` with a yield after each SKILL.md. */
export function* loadSessionInSteps(
  profile: Profile,
  files: Files,
  place: Place,
  options: LaunchOptions = {},
): ScanSteps<Session> {
  const discovery = options.discovery ?? (yield* discoverInSteps(profile, files, place, options));
  yield;
  const launch = { files, place, discovery, noSkills: options.noSkills ?? false };
  const whyOff = whyFeatureIsOff(profile, launch);
  return { files, place, discovery, states: readStates(profile, launch, whyOff), whyOff };
}

/** The running harness after its files changed. It keeps what it has loaded, and its states, unless it reads them every time. */
export function afterDiskChange(
  profile: Profile,
  running: Session,
  files: Files,
  { noSkills = false }: Pick<LaunchOptions, "noSkills"> = {},
): Session {
  if (keepsStates(profile)) return { ...running, files };
  const { place, discovery } = running;
  const launch = { files, place, discovery, noSkills };
  return { ...running, files, states: readStates(profile, launch, running.whyOff) };
}

/** Whether states are only read at start and on a reload, so that an edit of their file is not noticed. */
export function keepsStates(profile: Profile): boolean {
  return profile.states.kind !== "none" && !reloadsOn(profile, "message");
}
