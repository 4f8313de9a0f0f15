import { splitReminder } from "./instructions.ts";
import type { SentReminder } from "./message.ts";

interface MarkedReminder extends Pick<SentReminder, "at" | "length"> {
  readonly adds?: boolean;
}

/**
 * Tells the demo model where in a person's message the reminder is: some harnesses send it without any tag, in a message of its own, which
 * in this lab is part of the person's. The mark is a provider's option under a name that no provider has.
 * @param before the reminder before it: one that goes on with what that told adds to it, any other one replaces it
 */
export function reminderMark({ at, length, catalog }: SentReminder, before?: SentReminder) {
  const adds = before !== undefined && `${catalog}\n`.startsWith(`${before.catalog}\n`);
  return { [markName]: { at, ...(length !== undefined && { length }), adds } };
}

const markName = "skillground-reminder";

/**
 * A marked message's text, divided into what the person said and the reminder, and whether that adds to those before; without a mark all of
 * it was said.
 */
export function splitMarked(text: string, options: Readonly<Record<string, unknown>> | undefined) {
  const mark = options?.[markName] as MarkedReminder | undefined;
  return mark ? { ...splitReminder(text, mark), adds: mark.adds } : { said: text, reminder: undefined };
}
