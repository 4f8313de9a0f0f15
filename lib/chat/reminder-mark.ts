import { splitReminder } from "./instructions.ts";
import type { SentReminder } from "./message.ts";

type ReminderPlace = Pick<SentReminder, "at" | "length">;

/**
 * Tells the demo model where in a person's message the reminder is: some harnesses send it without any tag, in a message of its own, which
 * in this lab is part of the person's. The mark is a provider's option under a name that no provider has.
 */
export function reminderMark({ at, length }: ReminderPlace) {
  return { [markName]: { at, ...(length !== undefined && { length }) } };
}

const markName = "skillground-reminder";

/** A marked message's text, divided into what the person said and the reminder; without a mark all of it was said. */
export function splitMarked(text: string, options: Readonly<Record<string, unknown>> | undefined) {
  const place = options?.[markName] as ReminderPlace | undefined;
  return place ? splitReminder(text, place) : { said: text, reminder: undefined };
}
