import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { listedIn } from "./off-list.ts";
import { areAllDenied, permissionRules } from "./permissions.ts";
import { fitsStars } from "./wildcards.ts";

/** Whether a rule in the settings takes the harness's own tool away, and with it the catalog. */
export function isToolTaken(profile: Profile, session: Pick<Session, "files" | "place">): boolean {
  const { byModel } = profile.activation;
  if (areAllDenied(permissionRules(profile, session))) return true;
  if (byModel.kind !== "tool" || !byModel.denied) return false;
  const { name, denied } = byModel;
  return listedIn(denied, session).some((rule) => fitsStars(rule.replace(/\(\*\)$/, ""), name));
}
