import type { Catalog, CatalogRow, Discovery, Skill, SkillState } from "./model.ts";
import type { Profile } from "./profile.ts";
import { fillTemplate } from "./template.ts";

/** What the model is told of the skills, exactly, and which part of it tells of which skill. */
export function renderCatalog(
  { catalog: rules }: Profile,
  discovery: Pick<Discovery, "skills">,
  states: ReadonlyMap<string, SkillState>,
): Catalog {
  const { channel } = rules;
  const listed = discovery.skills.filter(({ name }) => isListed(states.get(name), rules.lists));
  if (listed.length === 0) return { channel, text: rules.empty, rows: [] };
  const rows: CatalogRow[] = [];
  let text = rules.head;
  for (const skill of listed) {
    if (rows.length > 0) text += rules.separator;
    const row = fillTemplate(rules.row, rowValues(skill));
    rows.push({ skill: skill.name, location: skill.location, start: text.length, end: text.length + row.length });
    text += row;
  }
  return { channel, text: text + rules.tail, rows };
}

function isListed(state: SkillState | undefined, least: "on" | "active"): boolean {
  return state === "active" || (least === "on" && state === "on");
}

function rowValues({ name, description, location, directory }: Skill) {
  return { name, description, location, directory };
}
