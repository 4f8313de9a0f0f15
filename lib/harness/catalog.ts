import { compareBytes } from "#lib/vfs/paths.ts";
import type { Catalog, CatalogRow, Discovery, Skill, SkillState, States } from "./model.ts";
import type { CatalogRules, Profile } from "./profile.ts";
import { skillValues } from "./skill-values.ts";
import { fillTemplate } from "./template.ts";

/** What the model is told of the skills, exactly, and which part of it tells of which skill. */
export function renderCatalog(
  { catalog: rules }: Profile,
  discovery: Pick<Discovery, "skills">,
  states: States,
): Catalog {
  const { channel } = rules.delivery;
  const listed = listedSkills(rules, discovery.skills, states);
  if (listed.length === 0) return { channel, text: rules.empty, rows: [] };
  const rows: CatalogRow[] = [];
  let text = rules.head;
  for (const skill of listed) {
    if (rows.length > 0) text += rules.separator;
    const row = fillTemplate(rules.row, skillValues(skill));
    rows.push({ skill: skill.name, location: skill.location, start: text.length, end: text.length + row.length });
    text += row;
  }
  return { channel, text: text + rules.tail, rows };
}

function listedSkills(rules: CatalogRules, skills: readonly Skill[], states: States): readonly Skill[] {
  const listed = skills.filter(
    ({ location, hiddenFrom }) => isListed(states.get(location), rules.lists) && hiddenFrom !== "model",
  );
  return rules.sorted ? listed.sort((a, b) => compareBytes(a.name, b.name)) : listed;
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
  return `${message}\n\n${fillTemplate(delivery.wrapper, { catalog: catalog.text })}`;
}
