import { renderCatalog } from "#lib/harness/catalog.ts";
import { discoverInSteps } from "#lib/harness/discover.ts";
import type { Discovery } from "#lib/harness/model.ts";
import type { Profile } from "#lib/harness/profile.ts";
import { readStates, stateNotices } from "#lib/harness/states.ts";
import type { Notice } from "#lib/skills/notice.ts";
import type { Files } from "#lib/vfs/files.ts";
import { place } from "./place.ts";
import type { HarnessView } from "./state.ts";

export interface ViewInput {
  readonly profile: Profile;
  readonly files: Files;
  /** Every SKILL.md of the workspace. */
  readonly skillFiles: readonly string[];
  /** What the running harness loaded last; absent when it (re)loads now. */
  readonly loaded?: Discovery;
  /** Findings of the mounts themselves. */
  readonly mountNotices: readonly Notice[];
}

/** What the harness makes of the files: a function of them, the profile, and what was loaded last. Yields often. */
export function* deriveView(input: ViewInput): Generator<void, HarnessView> {
  const { profile, files, skillFiles, loaded, mountNotices } = input;
  const onDisk = yield* discoverInSteps(profile, files, place, { skillFiles });
  yield;
  const discovery = loaded ?? onDisk;
  const states = readStates(profile, files, place, discovery);
  return {
    discovery,
    states,
    catalog: renderCatalog(profile, discovery, states),
    stale: loaded !== undefined && !isSameLoad(loaded, onDisk),
    problems: [
      ...onDisk.candidates.flatMap((candidate) => candidate.notices),
      ...stateNotices(profile, files, place),
      ...mountNotices,
    ].sort(bySeverity),
  };
}

export const emptyView: HarnessView = {
  discovery: { skills: [], candidates: [], warnings: [] },
  states: new Map(),
  catalog: { channel: "system", text: "", rows: [] },
  stale: false,
  problems: [],
};

function isSameLoad(a: Discovery, b: Discovery): boolean {
  return JSON.stringify([a.skills, a.warnings]) === JSON.stringify([b.skills, b.warnings]);
}

const ranks = { error: 0, warning: 1, info: 2 } as const;

function bySeverity(a: Notice, b: Notice): number {
  return ranks[a.severity] - ranks[b.severity];
}
