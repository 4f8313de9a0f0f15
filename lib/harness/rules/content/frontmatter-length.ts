import { maxFrontmatterLength } from "#lib/skills/split-frontmatter.ts";
import { type ContentRule, finderOf, type NoValues } from "./content-rule.ts";

/** A limit of this lab that no harness has: shown only where it is exceeded. */
export const frontmatterLength = {
  code: "frontmatter-length",
  title: "The frontmatter is not too long",
  hidesFields: true,
  find: finderOf("frontmatter-too-long"),
  wording: () => ({
    title: `This lab reads frontmatter of up to ${maxFrontmatterLength} characters`,
    fix: "Move the text below the closing ---.",
  }),
} as const satisfies ContentRule<NoValues>;
