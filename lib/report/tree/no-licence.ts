import { nearestLicence } from "#lib/report/licence.ts";
import { licenceOfSkill } from "#lib/report/skill-facts.ts";
import { visible } from "#lib/report/trust/patterns.ts";
import { dirname } from "#lib/vfs/paths.ts";
import type { TreeRule } from "./rule.ts";

/** A source without a licence. */
export const noLicence: TreeRule = {
  code: "no-licence",
  title: "No licence",
  why: "Without a licence nobody may copy, change or share this.",
  *inTree({ tree: { licences }, files, skillFiles, source }) {
    const hasLicence = (path: string) =>
      licenceOfSkill(files, path, nearestLicence(licences, dirname(path))) !== "none";
    const [first] = skillFiles;
    if (first === undefined || licences.has("/") || skillFiles.some(hasLicence)) return;
    const says = "Neither a licence file nor a skill's frontmatter names one";
    yield { level: "note", path: first, line: 1, says, excerpt: visible(source.label) };
  },
};
