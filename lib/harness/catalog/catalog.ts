import { sortSkills } from "#lib/harness/discovery/sort-skills.ts";
import { isHiddenFrom } from "#lib/harness/vocabulary/hidden-from.ts";
import type { Catalog, CatalogRow, Discovery, Skill, SkillState, States } from "#lib/harness/vocabulary/model.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { catalogRows } from "./catalog-rows.ts";

/** What the model is told of the skills, exactly, and which part of it tells of which skill. */
export function renderCatalog(profile: Profile, discovery: Pick<Discovery, "skills">, states: States): Catalog {
  const { catalog: rules } = profile;
  const { channel } = rules.delivery;
  const listed = listedSkills(profile, discovery.skills, states);
  if (listed.length === 0) return { channel, text: rules.empty, rows: [] };
  const rows: CatalogRow[] = [];
  let text = rules.head;
  for (const { skill, row } of catalogRows(rules, listed)) {
    if (rows.length > 0) text += rules.separator;
    rows.push({ skill: skill.name, location: skill.location, start: text.length, end: text.length + row.length });
    text += row;
  }
  return { channel, text: text + rules.tail, rows };
}

function listedSkills(profile: Profile, skills: readonly Skill[], states: States): readonly Skill[] {
  const { lists, sorted } = profile.catalog;
  const listed = skills.filter((skill) => isListed(states.get(skill.location), lists) && !isHiddenFrom(skill, "model"));
  return sorted ? sortSkills(profile, listed, sorted === true ? "name" : sorted) : listed;
}

/** Whether a skill in this state is in the catalog, unless its frontmatter hides it. */
export function isListed(state: SkillState | undefined, least: "on" | "active"): boolean {
  return state === "active" || (least === "on" && state === "on");
}

/**
 * A person's message as the model gets it from a harness that tells of its skills in a reminder. `reminded`: the
 * catalog as the conversation has it so far; nothing is added when that is the same, or when there is nothing to tell.
 */
export function withReminder(
  { catalog: { delivery } }: Profile,
  catalog: Catalog,
  message: string,
  reminded: string | undefined,
): string {
  if (delivery.channel !== "reminder" || catalog.text === "" || catalog.text === reminded) return message;
  const reminder = fillTemplate(delivery.wrapper, { catalog: catalog.text });
  return delivery.stands === "before" ? `${reminder}\n\n${message}` : `${message}\n\n${reminder}`;
}
