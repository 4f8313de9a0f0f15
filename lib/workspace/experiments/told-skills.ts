import type { EvalRequest } from "#lib/evals/requests.ts";
import type { ToldSkill } from "#lib/evals/results-files.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";

/** What a harness tells the model about the skills named in `requests`, and what its rules and its budget leave out. */
export function toldSkills(
  skills: readonly Skill[],
  catalog: Catalog,
  requests: readonly EvalRequest[],
): readonly ToldSkill[] {
  const asked = new Set(requests.flatMap(({ expects }) => ("skill" in expects ? [expects.skill] : [])));
  return skills.flatMap(({ name, description, location }): readonly ToldSkill[] => {
    if (!asked.has(name)) return [];
    const row = catalog.rows.find((each) => each.location === location);
    if (!row) return [{ name, description, isLeftOut: true }];
    return [{ name, description, ...(row.cut && { told: row.cut.told }) }];
  });
}
