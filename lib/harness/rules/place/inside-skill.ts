import { failed, passed } from "#lib/harness/vocabulary/finding.ts";
import { dirname } from "#lib/vfs/paths.ts";
import { skillFileIn } from "./file-name.ts";
import { placeRule } from "./place-rule.ts";

interface InsideSkill {
  /** The folder above that holds a SKILL.md. */
  readonly folder: string;
}

/** Whether no folder above the file's own, up to the root, is a skill: some searches do not enter such a folder further. */
export const insideSkill = placeRule<InsideSkill>()({
  code: "inside-skill",
  title: "Is not in the folder of another skill",
  wrong: "Inside another skill, where {harness} does not look",
  mendedBy: "move",
  breaks({ path }, { profile: { scan }, files, location }) {
    if (!scan.stopsAtSkill || dirname(location) === path) return undefined;
    for (let folder = dirname(dirname(location)); ; folder = dirname(folder)) {
      if (skillFileIn(files, folder, scan) !== undefined) return { folder };
      if (folder === path || folder === "/") return undefined;
    }
  },
  kept: (_, { profile: { scan } }) =>
    scan.stopsAtSkill ? passed("No folder above its own in the root holds a SKILL.md.") : undefined,
  broken: ({ folder }, _, { profile }) =>
    failed(
      `${folder} holds a SKILL.md, and ${profile.label} does not look below it.`,
      "Move the skill's folder out of it.",
      { place: { path: folder } },
    ),
  notice: ({ folder }) => ({
    code: "passed-over",
    severity: "warning",
    data: { what: `what is inside the skill ${folder}` },
  }),
});
