import { sortSkills } from "#lib/harness/discovery/roots.ts";
import { isWaiting } from "#lib/harness/discovery/touched.ts";
import type { Catalog, CatalogRow } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { isHiddenFrom, type Skill } from "#lib/harness/vocabulary/skill.ts";
import type { SkillState, States } from "#lib/harness/vocabulary/states.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { type CatalogSource, fitRows } from "./fit-rows.ts";

/** What the model is told of the skills, exactly, and which part of it tells of which skill. */
export function renderCatalog(profile: Profile, source: CatalogSource): Catalog {
  const { catalog: rules } = profile;
  const { channel } = rules.delivery;
  const all = listedSkills(profile, source.discovery.skills, source.states);
  const skills = all.filter((skill) => !isWaiting(skill, source.place));
  const held = all.filter((skill) => isWaiting(skill, source.place)).map(({ location }) => location);
  const waiting = held.length > 0 && { waiting: held };
  if (skills.length === 0) return { channel, text: rules.empty, rows: [], ...waiting };
  const { head, rows: fitted, ...budget } = fitRows(profile, source, skills);
  const rows: CatalogRow[] = [];
  let text = head;
  for (const { skill, row, cut } of fitted) {
    if (rows.length > 0) text += rules.separator;
    const { name, location } = skill;
    const end = text.length + row.length;
    rows.push({ skill: name, location, start: text.length, end, ...(cut && { cut }) });
    text += row;
  }
  return { channel, text: text + rules.tail, rows, ...budget, ...waiting };
}

function listedSkills(profile: Profile, skills: readonly Skill[], states: States): readonly Skill[] {
  const { lists, sorted } = profile.catalog;
  const listed = skills.filter((skill) => isListed(states.get(skill.location), lists) && !isHiddenFrom(skill, "model"));
  return sorted ? sortSkills(profile, listed, sorted === true ? "name" : sorted) : listed;
}

/** Whether a skill in this state is in the catalog, unless its frontmatter hides it. */
export function isListed(state: SkillState | undefined, least: "on" | "active"): boolean {
  return state === "active" || state === "named" || (least === "on" && state === "on");
}

/** A person's message with the catalog beside it. The blank line between them counts as the reminder's. */
export interface RemindedMessage {
  readonly text: string;
  /** Where in `text` the reminder begins, and how long it is. */
  readonly at: number;
  readonly length: number;
}

/**
 * A person's message as the model gets it from a harness that tells of its skills in a reminder; `undefined` where it
 * adds nothing. `reminded`: the catalog as the conversation has it so far, which is not told again.
 */
export function remindedMessage(
  { catalog: { delivery } }: Profile,
  catalog: Catalog,
  message: string,
  reminded: string | undefined,
): RemindedMessage | undefined {
  if (delivery.channel !== "reminder" || catalog.text === "" || catalog.text === reminded) return undefined;
  const reminder = fillTemplate(delivery.wrapper, { catalog: catalog.text });
  const length = reminder.length + 2;
  return delivery.stands === "before"
    ? { text: `${reminder}\n\n${message}`, at: 0, length }
    : { text: `${message}\n\n${reminder}`, at: message.length, length };
}
