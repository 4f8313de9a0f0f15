import { withoutMark } from "#lib/harness/discovery/check-text.ts";
import { findLongLine } from "#lib/harness/rules/content/line-length.ts";
import type { SkillPart } from "#lib/harness/vocabulary/activation.ts";
import type { FrontmatterRules } from "#lib/harness/vocabulary/frontmatter.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { skillValues } from "#lib/harness/vocabulary/template.ts";
import { type Split, splitFrontmatter } from "#lib/skills/frontmatter.ts";
import { goTrim } from "#lib/skills/go-text.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { substitute } from "./substitute.ts";

/** The part of a skill that reaches the model; `undefined` when its file cannot be read any more. */
export function skillContent(
  { frontmatter }: Profile,
  files: Files,
  skill: Skill,
  part: SkillPart,
): string | undefined {
  if (part === "kept-body") return skill.body;
  const written = readText(files, skill.location);
  if (written === undefined) return undefined;
  if (part === "raw-file") return written;
  if (part === "file") return goTrim(written);
  const text = withoutMark(written, frontmatter);
  const split = splitFrontmatter(text, frontmatter.fence);
  return isCuttable(frontmatter, text, split) ? bodyOf(frontmatter, text, split) : "";
}

/** Whether the frontmatter can still be cut out of a file, which may have changed since it was loaded. */
function isCuttable({ rulings }: FrontmatterRules, text: string, { kind }: Split): boolean {
  const limit = rulings["line-length"]?.limit;
  if (limit !== undefined && findLongLine(text, limit) !== undefined) return false;
  return kind !== "unclosed" || rulings["frontmatter-closed"].verdict === "load";
}

/** The text below the frontmatter as its harness takes it; the whole text where none is. */
function bodyOf({ body }: Pick<Profile["frontmatter"], "body">, text: string, split: Split): string {
  const written = split.kind === "split" ? split.body : text;
  return body === "as-written" ? written : goTrim(written.replace(/\r\n/g, "\n"));
}

interface Invoked {
  readonly skill: Skill;
  /** Of the skill, as read. */
  readonly text: string;
  readonly args: readonly string[];
}

/** A skill's text as it reaches the model, its placeholders replaced. */
export function invokedText(
  { substitution }: Profile,
  { place }: Pick<Session, "place">,
  { skill, text, args }: Invoked,
): string {
  return substitute(substitution, text, args, {
    names: skill.argumentNames ?? [],
    values: { ...skillValues(skill), workingFolder: place.cwd },
  });
}
