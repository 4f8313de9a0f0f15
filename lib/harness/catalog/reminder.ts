import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";

/** The part of a catalog that is told after more skills have been found: the new rows. Empty if there are none. */
export function newsOf({ catalog: rules }: Profile, before: Catalog, after: Catalog): string {
  const told = new Set(before.rows.map(({ skill }) => skill));
  const isNew = ({ skill }: Catalog["rows"][number]) => !told.has(skill);
  return rowsOf(rules, after, after.rows.filter(isNew));
}

/**
 * The part of a catalog that a conversation has not been told yet. `told`: everything it has been told; absent for nothing yet. Empty if
 * there is nothing to add.
 */
export function untold({ catalog: rules }: Profile, catalog: Catalog, told: string | undefined) {
  const nothing = { text: "", rows: 0 };
  if (told === undefined) return { text: catalog.text, rows: catalog.rows.length };
  if (rules.delivery.channel !== "reminder" || rules.delivery.later !== "new-rows")
    return told === catalog.text ? nothing : { text: catalog.text, rows: catalog.rows.length };
  const lines = `\n${told}\n`;
  const rows = catalog.rows.filter(({ start, end }) => !lines.includes(`\n${catalog.text.slice(start, end)}\n`));
  return { text: rowsOf(rules, catalog, rows), rows: rows.length };
}

function rowsOf({ head, separator, tail }: Profile["catalog"], { text }: Catalog, rows: Catalog["rows"]): string {
  return rows.length === 0 ? "" : head + rows.map(({ start, end }) => text.slice(start, end)).join(separator) + tail;
}

/** A person's message with the catalog beside it. The blank line between them is part of the reminder. */
interface RemindedMessage {
  readonly text: string;
  /** Where in `text` the reminder begins, and its length. */
  readonly at: number;
  readonly length: number;
  /** Everything that the conversation has then been told, and the number of skills in the reminder. */
  readonly catalog: string;
  readonly skills: number;
}

/**
 * A person's message as the model gets it from a harness that tells of its skills in a reminder; `undefined` if nothing is added.
 * `reminded`: what the conversation has already been told, which is not repeated.
 */
export function remindedMessage(
  profile: Profile,
  catalog: Catalog,
  message: string,
  reminded: string | undefined,
): RemindedMessage | undefined {
  const reminder = reminderOf(profile, catalog, reminded);
  if (!reminder) return undefined;
  const { delivery } = profile.catalog;
  const length = reminder.text.length + 2;
  const { skills, catalog: told } = reminder;
  return delivery.channel === "reminder" && delivery.stands === "before"
    ? { text: `${reminder.text}\n\n${message}`, at: 0, length, catalog: told, skills }
    : { text: `${message}\n\n${reminder.text}`, at: message.length, length, catalog: told, skills };
}

/**
 * The text after the result of a call that has found further skills; `undefined` if there is none, or only before the person's next
 * message.
 */
export function newsReminder(profile: Profile, catalog: Catalog, reminded: string | undefined): string | undefined {
  const { delivery } = profile.catalog;
  if (delivery.channel !== "reminder" || delivery.later !== "new-rows") return undefined;
  return reminderOf(profile, catalog, reminded)?.text;
}

function reminderOf(profile: Profile, catalog: Catalog, reminded: string | undefined) {
  const { delivery } = profile.catalog;
  if (delivery.channel !== "reminder") return undefined;
  const { text: told, rows: skills } = untold(profile, catalog, reminded);
  if (told === "") return undefined;
  const isMore = delivery.later === "new-rows" && reminded !== undefined;
  return {
    text: fillTemplate(delivery.wrapper, { catalog: told }),
    catalog: isMore ? `${reminded}\n${told}` : told,
    skills,
  };
}
