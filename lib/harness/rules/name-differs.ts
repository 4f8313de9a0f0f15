import { skillWord } from "#lib/harness/quick-fixes/free-name.ts";
import type { Inquiry } from "#lib/harness/rules/types/inquiry.ts";
import { type QuickFix, writing } from "#lib/harness/rules/types/quick-fix.ts";
import type { Rule } from "#lib/harness/rules/types/rule.ts";
import { passed } from "#lib/harness/vocabulary/finding.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { fieldText } from "#lib/skills/frontmatter.ts";
import { setField } from "./content/edit-fields.ts";

/** For harnesses that name a skill by its folder, and say so if the frontmatter has another name. */
export const nameDiffers = {
  code: "name-differs",
  title: "The name is the folder's",
  wrong: "The name is not the folder's",
  find({ profile, read, checked: { fields }, folder, location }) {
    const { identity, frontmatter: rules } = profile;
    if (identity.differingName === undefined) return undefined;
    const name = (fieldText(fields, "name") ?? "").trim();
    const reason = fillTemplate(identity.differingName, { name, folder });
    if (!read.reasons.includes(reason)) return passed(`The folder is called ${folder}, and so is the skill.`);
    return {
      outcome: "warned",
      tested: `The frontmatter says ${name}, the folder ${folder}, which counts.`,
      place: { path: location, line: fields.get("name")?.line ?? 1 },
      says: [fillTemplate(rules.warning, { folder, reason })],
      fix: `Name it ${folder} in the frontmatter too.`,
    };
  },
  fixes: nameLikeFolder,
} as const satisfies Rule;

/** Writes the folder's name into the frontmatter, if it is a valid name. */
export function nameLikeFolder({ checked, location, folder }: Inquiry): readonly QuickFix[] {
  if (skillWord(folder) !== folder || checked.frontmatter.kind !== "read") return [];
  const text = setField(checked.text, "name", folder);
  return text === checked.text ? [] : [writing(`Name it ${folder}`, location, text)];
}
