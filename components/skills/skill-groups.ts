import type { Candidate, Skill } from "#lib/harness/vocabulary/skill.ts";
import type { SkillState } from "#lib/harness/vocabulary/states.ts";
import type { HarnessView } from "#lib/workspace/state.ts";

export interface LoadedSkill {
  readonly skill: Skill;
  readonly state: SkillState;
  /** Its row as the model sees it in the catalog; absent when the catalog leaves it out. */
  readonly row?: string;
  readonly candidate?: Candidate;
}

/** Every SKILL.md of a workspace by what became of it. None is left out. */
export interface SkillGroups {
  /** Loaded and on: those that the model is told of first, each part in the harness's own order. */
  readonly loaded: readonly LoadedSkill[];
  /** Loaded, but switched off. */
  readonly off: readonly LoadedSkill[];
  readonly rejected: readonly Candidate[];
  readonly shadowed: readonly Candidate[];
  /** Where this harness never looks. */
  readonly outside: readonly Candidate[];
}

/** Sorts `view` into groups. With a `filter`, only what has it in its name, folder, description or path. */
export function groupSkills({ discovery, states, catalog }: HarnessView, filter = ""): SkillGroups {
  const wanted = filter.trim().toLowerCase();
  const rows = new Map(catalog.rows.map((row) => [row.location, catalog.text.slice(row.start, row.end)]));
  const candidates = new Map(discovery.candidates.map((candidate) => [candidate.location, candidate]));
  const skills = discovery.skills
    .filter((skill) => matches(wanted, skill.name, skill.location, skill.description))
    .map((skill): LoadedSkill => {
      const row = rows.get(skill.location);
      const candidate = candidates.get(skill.location);
      const state = states.get(skill.location) ?? "on";
      return { skill, state, ...(row !== undefined && { row }), ...(candidate && { candidate }) };
    });
  const others = discovery.candidates.filter(({ location, folder, skill }) =>
    matches(wanted, folder, location, skill?.name ?? "", skill?.description ?? ""),
  );
  const having = (kind: Candidate["outcome"]["kind"]) => others.filter(({ outcome }) => outcome.kind === kind);
  return {
    loaded: [...skills.filter(isListed), ...skills.filter((skill) => skill.state !== "off" && !isListed(skill))],
    off: skills.filter(({ state }) => state === "off"),
    rejected: having("rejected"),
    shadowed: having("shadowed"),
    outside: having("outside"),
  };
}

/** Whether the model is told of it. */
export function isListed({ state, row }: LoadedSkill): boolean {
  return state !== "off" && row !== undefined;
}

function matches(wanted: string, ...texts: readonly string[]): boolean {
  return wanted === "" || texts.some((text) => text.toLowerCase().includes(wanted));
}
