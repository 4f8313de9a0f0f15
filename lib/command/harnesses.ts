import { tellUnknown } from "#lib/evals/picks.ts";
import { profileById, profiles } from "#lib/harness/profiles.ts";
import { forModel, type Profile } from "#lib/harness/vocabulary/profile.ts";
import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";
import { UsageError } from "./console.ts";

/** The ids of all harnesses, separated by commas. */
export const harnessIds = profiles.map(({ id }) => id).join(", ");

/** The ids of all harnesses, as lines for `--help`. */
export const harnessUsage = `Harnesses: ${harnessIds}.`.replace(/(.{1,96})(?: |$)/g, "$1\n  ").trimEnd();

/** The harnesses in a comma-separated list, each as it runs where nobody has chosen a model. @throws UsageError for an unknown one */
export function harnessesOf(list: string): readonly Profile[] {
  return list.split(",").map((id) => harnessOf(id.trim()));
}

/**
 * The harnesses of such a list, for tests of what a model does.
 * @throws UsageError also for one of which it is not documented what it tells its model
 */
export function testableOf(list: string): readonly Profile[] {
  const all = harnessesOf(list);
  const unknown = all.find((profile) => isUndocumented(profile, "catalog"));
  if (unknown) throw new UsageError(`${tellUnknown(unknown.label)} Leave it out of --harness.`);
  return all;
}

function harnessOf(id: string): Profile {
  const profile = profileById(id);
  if (profile?.id !== id) throw new UsageError(`There is no harness ${id}. There are: ${harnessIds}.`);
  return forModel(profile);
}
