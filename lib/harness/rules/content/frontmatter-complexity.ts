import { frontmatterLimits } from "#lib/skills/yaml/parse-yaml.ts";
import { type ContentRule, finderOf, type NoValues } from "./content-rule.ts";

/** A limit of this lab that no harness has: shown only where it is exceeded. */
export const frontmatterComplexity = {
  code: "frontmatter-complexity",
  title: "The frontmatter is not too complex",
  hidesFields: true,
  find: finderOf("frontmatter-too-complex"),
  wording: () => ({
    title: `This lab reads frontmatter of up to ${frontmatterLimits.parts} words and symbols, and ${frontmatterLimits.depth} levels`,
    fix: "Keep to a few hundred values, a few levels deep, and move the rest below the closing ---.",
  }),
} as const satisfies ContentRule<NoValues>;
