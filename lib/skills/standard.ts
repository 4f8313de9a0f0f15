import { maxFrontmatterLength } from "./frontmatter.ts";
import { frontmatterLimits } from "./parse-yaml.ts";
import type { FrontmatterProblem } from "./read-frontmatter.ts";

/** The file of a skill by the standard: `SKILL.md`, else `skill.md`. */
export const standardFileNames = ["SKILL.md", "skill.md"] as const;

/** The messages of the standard's reference library (skills-ref); `{detail}` is the YAML loader's. */
export const standardMessages: Readonly<Record<FrontmatterProblem, string>> = {
  "no-frontmatter": "SKILL.md must start with YAML frontmatter (---)",
  "unclosed-frontmatter": "SKILL.md frontmatter not properly closed with ---",
  "frontmatter-too-long": `Invalid YAML in frontmatter: longer than ${maxFrontmatterLength} characters`,
  "frontmatter-too-complex": `Invalid YAML in frontmatter: more than ${frontmatterLimits.parts} parts`,
  "bad-yaml": "Invalid YAML in frontmatter: {detail}",
  "no-mapping": "SKILL.md frontmatter must be a YAML mapping",
};
