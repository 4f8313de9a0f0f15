import type { Reminder } from "#lib/chat/session.ts";
import { withReminder } from "#lib/harness/catalog/catalog.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";

/** What the harness adds to the next message of a conversation that was told of the catalog `reminded` last. */
export function harnessReminder(
  profile: Profile,
  catalog: Catalog,
  reminded: string | undefined,
): Reminder | undefined {
  const text = withReminder(profile, catalog, "", reminded);
  return text === "" ? undefined : { text, catalog: catalog.text, skills: catalog.rows.length };
}
