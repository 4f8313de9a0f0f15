import { withoutMark } from "#lib/harness/discovery/check-text.ts";
import { findLongLine } from "#lib/harness/rules/content/line-length.ts";
import type { SkillPart } from "#lib/harness/vocabulary/activation.ts";
import type { FrontmatterRules } from "#lib/harness/vocabulary/frontmatter.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { type Split, splitFrontmatter } from "#lib/skills/split-frontmatter.ts";
import { goTrim } from "#lib/skills/text-rules.ts";
import { type Files, readText } from "#lib/vfs/files.ts";

/** The part of a skill that reaches the model; `undefined` if its file can no longer be read. */
export function skillContent(
  { frontmatter }: Profile,
  files: Files,
  skill: Skill,
  part: SkillPart,
): string | undefined {
  if (part === "trimmed-kept-body") return skill.body?.trim();
  if (part === "kept-body") return frontmatter.body === "trimmed" ? skill.body?.trim() : skill.body;
  const written = readText(files, skill.location);
  if (written === undefined) return undefined;
  if (part === "raw-file") return written;
  if (part === "file") return goTrim(written);
  const text = withoutMark(written, frontmatter);
  const split = splitFrontmatter(text, frontmatter.fence);
  return isCuttable(frontmatter, text, split) ? bodyOf(frontmatter, written, split) : "";
}

/** Whether the frontmatter can still be split off: the file may have changed since it was loaded. */
function isCuttable({ rulings }: FrontmatterRules, text: string, { kind }: Split): boolean {
  const limit = rulings["line-length"]?.limit;
  if (limit !== undefined && findLongLine(text, limit) !== undefined) return false;
  return kind !== "unclosed" || rulings["frontmatter-closed"].verdict !== "reject";
}

/** The text below the frontmatter, in the harness's form; the whole text if there is no frontmatter. */
function bodyOf({ body }: Pick<Profile["frontmatter"], "body">, text: string, split: Split): string {
  const written = split.kind === "split" ? split.body : text;
  if (body === "trimmed") return written.trim();
  return body === "as-written" ? written : goTrim(written.replace(/\r\n/g, "\n"));
}
