import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { type CatalogSource, renderCatalog } from "./catalog.ts";

/** A catalog with what it was rendered from. */
export interface Rendered {
  readonly source: CatalogSource;
  readonly catalog: Catalog;
}

/** What is told after more skills have been found: the new rows, with all the room of a catalog. Empty if there are none. */
export function newsOf(profile: Profile, before: Catalog, { source, catalog }: Rendered): string {
  const told = new Set(before.rows.map(({ skill }) => skill));
  return newRows(
    profile,
    source,
    catalog.rows.filter(({ skill }) => !told.has(skill)),
  );
}

/**
 * The part of a catalog that a conversation has not been told yet. `told`: everything it has been told; absent for nothing yet. Empty if
 * there is nothing to add.
 */
export function untold(profile: Profile, { source, catalog }: Rendered, told: string | undefined) {
  const { delivery } = profile.catalog;
  const nothing = { text: "", rows: 0 };
  if (told === undefined) return { text: catalog.text, rows: catalog.rows.length };
  if (delivery.channel !== "reminder" || delivery.later !== "new-rows")
    return told === catalog.text ? nothing : { text: catalog.text, rows: catalog.rows.length };
  const lines = `\n${told}\n`;
  const rows = catalog.rows.filter(({ start, end }) => !lines.includes(`\n${catalog.text.slice(start, end)}\n`));
  return { text: newRows(profile, source, rows), rows: rows.length };
}

function newRows(profile: Profile, source: CatalogSource, rows: Catalog["rows"]): string {
  if (rows.length === 0) return "";
  const locations = new Set(rows.map(({ location }) => location));
  const skills = source.discovery.skills.filter(({ location }) => locations.has(location));
  return renderCatalog(profile, { ...source, discovery: { skills }, isNews: true }).text;
}

/** A person's message with what the harness tells beside it. The blank line between them is part of the reminder. */
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
 * `reminded`: what the conversation has already been told, which is not repeated. `mentioned`: the skills that the message names without
 * calling them (`mentionedIn`).
 */
export function remindedMessage(
  profile: Profile,
  rendered: Rendered,
  message: string,
  { reminded, mentioned = [] }: { readonly reminded: string | undefined; readonly mentioned?: readonly string[] },
): RemindedMessage | undefined {
  const { delivery } = profile.catalog;
  const { byUser } = profile.activation;
  if (delivery.channel !== "reminder") return undefined;
  const news = reminderOf(profile, rendered, reminded);
  const says = (byUser.kind === "slash" && byUser.elsewhere?.says) || "{name}";
  const notes = mentioned.map((name) => fillTemplate(delivery.wrapper, { catalog: fillTemplate(says, { name }) }));
  const reminder = [...notes, ...(news ? [news.text] : [])].join("\n\n");
  if (reminder === "") return undefined;
  const { skills, catalog } = news ?? { skills: 0, catalog: reminded ?? "" };
  const length = reminder.length + 2;
  return delivery.stands === "before"
    ? { text: `${reminder}\n\n${message}`, at: 0, length, catalog, skills }
    : { text: `${message}\n\n${reminder}`, at: message.length, length, catalog, skills };
}

/**
 * The text after the result of a call that has found further skills; `undefined` if there is none, or only before the person's next
 * message.
 */
export function newsReminder(profile: Profile, rendered: Rendered, reminded: string | undefined): string | undefined {
  const { delivery } = profile.catalog;
  if (delivery.channel !== "reminder" || delivery.later !== "new-rows") return undefined;
  return reminderOf(profile, rendered, reminded)?.text;
}

function reminderOf(profile: Profile, rendered: Rendered, reminded: string | undefined) {
  const { delivery } = profile.catalog;
  if (delivery.channel !== "reminder") return undefined;
  const { text: told, rows: skills } = untold(profile, rendered, reminded);
  if (told === "") return undefined;
  const isMore = delivery.later === "new-rows" && reminded !== undefined;
  return {
    text: fillTemplate(delivery.wrapper, { catalog: told }),
    catalog: isMore ? `${reminded}\n${told}` : told,
    skills,
  };
}
