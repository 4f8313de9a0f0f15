import { readSkill } from "#lib/harness/discovery/read-skill.ts";
import { freeName } from "#lib/harness/quick-fixes/free-name.ts";
import type { Inquiry } from "#lib/harness/rules/types/inquiry.ts";
import { type QuickFix, withWrites, writing } from "#lib/harness/rules/types/quick-fix.ts";
import type { Rule } from "#lib/harness/rules/types/rule.ts";
import { passed, type RuleFinding } from "#lib/harness/vocabulary/finding.ts";
import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";
import { withName } from "./content/edit-fields.ts";
import { hasCollision, isNameTaken, takenFinding } from "./taken.ts";

export const nameTaken = {
  code: "name-taken",
  title: "Is the first skill of its name",
  wrong: "Another skill of its name comes first",
  verdict: "shadowed",
  find(inquiry) {
    if (isUndocumented(inquiry.profile, "same-name")) return contestedFinding(inquiry);
    if (!hasCollision(inquiry, "name")) return undefined;
    const { read, folder, candidate } = inquiry;
    const name = read.candidate.skill?.name ?? folder;
    const { below, name: qualified } = candidate?.skill ?? {};
    if (below?.qualifies !== undefined)
      return passed(`Another skill is called ${name}; this one is called ${qualified}.`);
    const mend = "Give this skill another name in its frontmatter";
    return takenFinding(inquiry, { by: "name", what: `skill named ${name}`, mend });
  },
  fixes: renameSkill,
  wordings: {
    "shadowed-by-name": ({ name, by }) => ({
      title: `The name ${name} is already used`,
      fix: `Give this skill another name in its frontmatter, or remove ${by}.`,
    }),
    "contested-name": ({ name, with: other }) => ({
      title: `Another skill has the name ${name}, and which of them counts is not documented`,
      fix: `Give this skill another name in its frontmatter, or remove ${other}.`,
    }),
  },
} as const satisfies Rule;

function contestedFinding({ candidate, profile }: Inquiry): RuleFinding {
  const contested = candidate?.notices.find(({ code }) => code === "contested-name");
  if (contested?.code !== "contested-name") return passed("No other skill has its name.");
  return {
    outcome: "warned",
    wrong: "Another skill has its name",
    place: { path: contested.data.with },
    tested: `${contested.data.with} has its name, too. Which of them counts in ${profile.label} is not documented.`,
    fix: "Give this skill another name in its frontmatter, or remove the other.",
  };
}

/** Writes another name into the frontmatter that no loaded skill has; no fix if the harness would still use the same name. */
function renameSkill(inquiry: Inquiry): readonly QuickFix[] {
  const { checked, read, location } = inquiry;
  if (checked.unreadable !== undefined) return [];
  const name = freeName(inquiry);
  const text = withName(checked.text, name);
  const renamed = nameIn(inquiry, text);
  if (renamed === undefined || renamed === read.candidate.skill?.name || isNameTaken(inquiry, renamed)) return [];
  return [writing(`Name it ${name}`, location, text)];
}

/** The harness's name for the skill with this text. */
function nameIn({ profile, session, location, placement: { root } }: Inquiry, text: string): string | undefined {
  const namespace = root?.namespace;
  const file = { location, root: root?.label ?? "", ...(namespace !== undefined && { namespace }) };
  return readSkill(profile, withWrites(session.files, [{ path: location, text }]), file).candidate.skill?.name;
}
