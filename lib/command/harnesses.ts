import { profileById, profiles } from "#lib/harness/profiles.ts";
import { forModel, type Profile } from "#lib/harness/vocabulary/profile.ts";
import { UsageError } from "./console.ts";

/** The ids of all harnesses, separated by commas. */
export const harnessIds = profiles.map(({ id }) => id).join(", ");

/** The ids of all harnesses, as lines for `--help`. */
export const harnessUsage = `Harnesses: ${harnessIds}.`.replace(/(.{1,96})(?: |$)/g, "$1\n  ").trimEnd();

/** The harnesses in a comma-separated list, each as it runs where nobody has chosen a model. @throws UsageError for an unknown one */
export function harnessesOf(list: string): readonly Profile[] {
  return list.split(",").map((id) => harnessOf(id.trim()));
}

function harnessOf(id: string): Profile {
  const profile = profileById(id);
  if (profile?.id !== id) throw new UsageError(`There is no harness ${id}. There are: ${harnessIds}.`);
  return forModel(profile);
}
