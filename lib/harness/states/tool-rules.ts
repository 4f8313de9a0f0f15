import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { matchesGlobs } from "#lib/skills/glob.ts";
import { listedIn } from "./off-list.ts";

/** Whether a text fits a pattern in which `*` is any text; every other character is itself. */
export function fitsStars(pattern: string, text: string): boolean {
  if (pattern.replaceAll("*", "").length > text.length) return false;
  const plain = (each: string) => each.replaceAll("/", "\0");
  return matchesGlobs([plain(pattern).replace(/[?[\]{}]/g, "[$&]")], plain(text));
}

/** Whether a rule in the settings takes the harness's own tool away, and with it the catalog. */
export function isToolTaken({ activation: { byModel } }: Profile, session: Pick<Session, "files" | "place">): boolean {
  if (byModel.kind !== "tool" || !byModel.denied) return false;
  const { name, denied } = byModel;
  return listedIn(denied, session).some((rule) => fitsStars(rule.replace(/\(\*\)$/, ""), name));
}
