import type { MentionActivation } from "#lib/harness/vocabulary/activation.ts";
import type { LineResult } from "#lib/harness/vocabulary/commands.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { skillValues } from "#lib/harness/vocabulary/skill-values.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import type { Files } from "#lib/vfs/files.ts";
import { realPath } from "#lib/vfs/resolve-link.ts";
import { skillContent } from "./skill-content.ts";
import { findMentions, type Mentions } from "./typed-names.ts";

/**
 * The message followed by the text of each skill that it mentions, with the path that links lead to, each once: first linked skills, then named ones, each in the order of
 * the skills. `undefined` if it mentions none. A link counts by its path; a plain name that several skills have does not count.
 */
export function mentionSkills(
  profile: Profile,
  rules: MentionActivation,
  { files, discovery, states }: Session,
  line: string,
): LineResult | undefined {
  const enabled = discovery.skills.filter(
    (skill) => states.get(skill.location) !== "off" && skill.hiddenFrom !== "both",
  );
  const mentions = findMentions(rules, line);
  const linked = enabled.filter((skill) => isLinked(files, skill, mentions));
  const named = enabled.filter((skill) => !linked.includes(skill) && isNamed(skill, enabled, mentions));
  const mentioned = [...linked, ...named];
  const texts = mentioned.flatMap((skill) => {
    const content = skillContent(profile, files, skill, rules.content);
    const location = realPath(files, skill.location);
    return content === undefined ? [] : [fillTemplate(rules.message, { ...skillValues(skill), location, content })];
  });
  const [skill, ...others] = mentioned;
  if (!skill || texts.length === 0) return undefined;
  return {
    kind: "invocation",
    skill,
    ...(others.length > 0 && { others }),
    message: [line, ...texts].join("\n\n"),
    contents: texts,
    display: line,
  };
}

/** By the path that the list tells, or the one that links lead to. */
function isLinked(files: Files, { location, printedLocation = location }: Skill, { paths }: Mentions): boolean {
  return paths.has(printedLocation) || paths.has(realPath(files, location));
}

function isNamed(skill: Skill, enabled: readonly Skill[], { names }: Mentions): boolean {
  const { name } = skill;
  return names.has(name) && enabled.every((other) => other === skill || other.name !== name);
}
