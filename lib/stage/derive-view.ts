import { renderCatalogInSteps } from "#lib/harness/catalog/catalog.ts";
import { catalogNotices } from "#lib/harness/catalog/catalog-notices.ts";
import type { ScanSteps } from "#lib/harness/discovery/read-skills.ts";
import { afterDiskChange, keepsStates, loadSessionInSteps } from "#lib/harness/session.ts";
import { stateNotices } from "#lib/harness/states/states.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Place } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Discovery, Skill } from "#lib/harness/vocabulary/skill.ts";
import type { FeatureOff, States } from "#lib/harness/vocabulary/states.ts";
import type { Files } from "#lib/vfs/files.ts";
import { place as startPlace } from "./place.ts";

/** What a harness makes of the files. Derived; recomputed when files, profile or state files change. */
export interface HarnessView {
  /** Where the harness runs, and what the conversation has come across. */
  readonly place: Place;
  /** As loaded: what the running harness knows. */
  readonly discovery: Discovery;
  readonly states: States;
  /** Why the whole skills feature is off; absent: it is on. */
  readonly whyOff?: FeatureOff | undefined;
  readonly catalog: Catalog;
  /** Whether the disk has changed in a way that this harness notices only on reload. */
  readonly stale: boolean;
  /** With `stale`: what a reload would find. */
  readonly onDisk?: Pick<Session, "discovery" | "states" | "whyOff">;
  /** Every finding, errors first. */
  readonly problems: readonly Notice[];
}

export interface ViewInput {
  readonly profile: Profile;
  readonly files: Files;
  /** Absent while the conversation has touched no file or folder. */
  readonly place?: Place;
  /** Locations of every SKILL.md in the workspace. */
  readonly skillFiles: readonly string[];
  /** What the harness finds on the disk, if that is known. */
  readonly found?: Discovery | undefined;
  /** What the running harness has loaded; absent when it loads or reloads now. */
  readonly running?: Pick<HarnessView, "discovery" | "states" | "whyOff">;
  /** Whether the harness is started with its switch that turns skills off. */
  readonly noSkills?: boolean;
  /** Context window of the chosen model, in tokens, where it is known. */
  readonly window?: number | undefined;
  /** Findings about the mounts themselves. */
  readonly mountNotices: readonly Notice[];
}

/** What the harness makes of the files: a function of them, the profile, and what was loaded last. Yields often. */
export function* deriveView(input: ViewInput): ScanSteps<HarnessView> {
  const { profile, files, place = startPlace, skillFiles, mountNotices, noSkills = false, window } = input;
  const onDisk = yield* loadSessionInSteps(profile, files, place, { skillFiles, noSkills, discovery: input.found });
  yield;
  const running = input.running && afterDiskChange(profile, { ...input.running, files, place }, files);
  const { discovery, states, whyOff } = running ?? onDisk;
  const catalog = yield* renderCatalogInSteps(profile, { files, place, discovery, states, window });
  // Each of these steps takes tens of milliseconds for thousands of skills.
  yield;
  const stale = running !== undefined && !isSameLoad(profile, running, onDisk);
  yield;
  return {
    place,
    discovery,
    states,
    whyOff,
    catalog,
    stale,
    ...(stale && { onDisk }),
    problems: [
      ...onDisk.discovery.candidates.flatMap((candidate) => candidate.notices),
      ...stateNotices(profile, files, place),
      ...catalogNotices(catalog),
      ...mountNotices,
    ].sort(bySeverity),
  };
}

export const emptyView: HarnessView = {
  place: startPlace,
  discovery: { skills: [], candidates: [], placements: new Map(), warnings: [] },
  states: new Map(),
  catalog: { channel: "system", text: "", rows: [] },
  stale: false,
  problems: [],
};

/** Whether a reload would leave what the harness has loaded unchanged. */
function isSameLoad(profile: Profile, a: Session, b: Session): boolean {
  const { skills, warnings } = a.discovery;
  return (
    (a.whyOff === undefined) === (b.whyOff === undefined) &&
    warnings.join("\n") === b.discovery.warnings.join("\n") &&
    skills.length === b.discovery.skills.length &&
    skills.every((skill, index) => isSameSkill(skill, b.discovery.skills[index])) &&
    (!keepsStates(profile) || [...b.states].every(([location, state]) => a.states.get(location) === state))
  );
}

/** Whether a harness read the same skill from a SKILL.md both times. */
export function isSameSkill(a: Skill, b: Skill | undefined): boolean {
  if (!b || a.body !== b.body) return false;
  return JSON.stringify({ ...a, body: "" }) === JSON.stringify({ ...b, body: "" });
}

const ranks = { error: 0, warning: 1, info: 2 } as const;

function bySeverity(a: Notice, b: Notice): number {
  return ranks[a.severity] - ranks[b.severity];
}
