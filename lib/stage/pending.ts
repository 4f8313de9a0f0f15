import type { Candidate, Skill } from "#lib/harness/vocabulary/skill.ts";
import { type HarnessView, isSameSkill } from "./derive-view.ts";

/** What a reload would do with a skill: load it, read it anew, or drop it. */
export type PendingChange = "new" | "changed" | "gone";

/**
 * The SKILL.md files, by location, that a reload would find different from what the running harness has loaded. Empty where the harness
 * notices every change at once.
 */
export function pendingChanges({
  discovery,
  states,
  onDisk,
}: Pick<HarnessView, "discovery" | "states" | "onDisk">): ReadonlyMap<string, PendingChange> {
  if (!onDisk) return new Map();
  const running = byLocation(discovery.skills);
  const found = byLocation(onDisk.discovery.skills);
  const pending = new Map<string, PendingChange>();
  for (const [location, skill] of found) {
    const known = running.get(location);
    if (!known) pending.set(location, "new");
    else if (!isSameSkill(known, skill) || states.get(location) !== onDisk.states.get(location))
      pending.set(location, "changed");
  }
  for (const location of running.keys()) if (!found.has(location)) pending.set(location, "gone");
  return pending;
}

/** Every SKILL.md there is now, as a reload would find it, and also those that only the running harness still has. */
export function candidatesNow({ discovery, onDisk }: Pick<HarnessView, "discovery" | "onDisk">): readonly Candidate[] {
  if (!onDisk) return discovery.candidates;
  const { candidates } = onDisk.discovery;
  const known = new Set(candidates.map(({ location }) => location));
  const gone = discovery.candidates.filter(
    ({ location, outcome }) => outcome.kind === "loaded" && !known.has(location),
  );
  return [...candidates, ...gone];
}

function byLocation(skills: readonly Skill[]): ReadonlyMap<string, Skill> {
  return new Map(skills.map((skill) => [skill.location, skill]));
}
