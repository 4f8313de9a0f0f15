import type { Catalog, CatalogRow, SummaryCut } from "#lib/harness/vocabulary/catalog.ts";
import type { Candidate, Skill } from "#lib/harness/vocabulary/skill.ts";
import type { SkillState } from "#lib/harness/vocabulary/states.ts";
import { isTold, standingIn, type Verdict, verdictOf } from "#lib/harness/vocabulary/verdict.ts";
import type { HarnessView } from "#lib/stage/derive-view.ts";

export interface LoadedSkill {
  readonly skill: Skill;
  readonly state: SkillState;
  /** The skill's row in the catalog, as the model sees it; absent if the catalog leaves it out. */
  readonly row?: string;
  readonly candidate: Candidate;
  readonly verdict: Verdict["kind"];
  /** What the catalog cuts from the description; absent: nothing. */
  readonly cut?: SummaryCut;
}

/** Every SKILL.md of a workspace, by the harness's verdict. None is left out. */
export interface SkillGroups {
  /** Loaded and on: first those in the catalog, then the others, each in the harness's own order. */
  readonly loaded: readonly LoadedSkill[];
  /** Loaded, but off, or of a harness that does not start. */
  readonly off: readonly LoadedSkill[];
  readonly rejected: readonly Candidate[];
  readonly shadowed: readonly Candidate[];
  /** Where this harness never looks, or has not looked yet. */
  readonly outside: readonly Candidate[];
}

/** Sorts `view` into groups. With a `filter`, keeps only skills with that text in name, folder, description or path. */
export function groupSkills({ discovery, states, whyOff, catalog }: HarnessView, filter = ""): SkillGroups {
  const wanted = filter.trim().toLowerCase();
  const standing = standingIn({ states, whyOff }, catalog);
  const rows = new Map(catalog.rows.map((row) => [row.location, row]));
  const candidates = new Map(discovery.candidates.map((candidate) => [candidate.location, candidate]));
  const skills = discovery.skills
    .filter((skill) => matches(wanted, skill.name, skill.location, skill.description))
    .flatMap((skill): LoadedSkill[] => {
      const row = rows.get(skill.location);
      const candidate = candidates.get(skill.location);
      if (!candidate) return [];
      const state = states.get(skill.location) ?? "on";
      const { kind } = verdictOf(candidate, standing);
      return [{ skill, state, candidate, verdict: kind, ...(row && rowParts(catalog, row)) }];
    });
  const withVerdict = (...kinds: readonly Verdict["kind"][]) => skills.filter(({ verdict }) => kinds.includes(verdict));
  const others = discovery.candidates.filter(({ location, folder, skill }) =>
    matches(wanted, folder, location, skill?.name ?? "", skill?.description ?? ""),
  );
  const having = (kind: Candidate["outcome"]["kind"]) => others.filter(({ outcome }) => outcome.kind === kind);
  return {
    loaded: [
      ...withVerdict("listed", "cut", "named"),
      ...withVerdict("left-out", "waiting"),
      ...withVerdict("undocumented"),
      ...withVerdict("unlisted"),
    ],
    off: withVerdict("off", "ended"),
    rejected: having("rejected"),
    shadowed: having("shadowed"),
    outside: having("outside"),
  };
}

function rowParts({ text }: Catalog, { start, end, cut }: CatalogRow): Pick<LoadedSkill, "row" | "cut"> {
  return { row: text.slice(start, end), ...(cut && { cut }) };
}

/** Whether the catalog contains the skill, if only by name. */
export function isListed({ verdict }: LoadedSkill): boolean {
  return isTold({ kind: verdict });
}

/** Whether one of the texts contains `wanted`, ignoring case; `wanted` is in lower case. */
export function matches(wanted: string, ...texts: readonly string[]): boolean {
  return wanted === "" || texts.some((text) => text.toLowerCase().includes(wanted));
}
