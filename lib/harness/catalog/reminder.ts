import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";

/** What of a catalog is told once more of it has been found: the rows that were not there. Empty where there are none. */
export function newsOf({ catalog: rules }: Profile, before: Catalog, after: Catalog): string {
  const told = new Set(before.rows.map(({ location }) => location));
  const isNew = ({ location }: Catalog["rows"][number]) => !told.has(location);
  return rowsOf(rules, after, after.rows.filter(isNew));
}

/**
 * What of a catalog a conversation is still to be told. `told`: all that it has been told, absent for nothing yet. Empty where
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

/** A person's message with the catalog beside it. The blank line between them counts as the reminder's. */
interface RemindedMessage {
  readonly text: string;
  /** Where in `text` the reminder begins, and how long it is. */
  readonly at: number;
  readonly length: number;
  /** All that the conversation has been told then, and of how many skills the reminder tells. */
  readonly catalog: string;
  readonly skills: number;
}

/**
 * A person's message as the model gets it from a harness that tells of its skills in a reminder; `undefined` where it
 * adds nothing. `reminded`: what the conversation has been told so far, which is not told again.
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
 * What is told of skills that a call has brought, behind its result; `undefined` where nothing is, or not before the person's
 * next message.
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
