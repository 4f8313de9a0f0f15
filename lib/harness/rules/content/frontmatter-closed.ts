import { type ContentRule, finderOf, type NoValues } from "./content-rule.ts";
import { closeFrontmatter } from "./edit-fields.ts";

export const frontmatterClosed = {
  code: "frontmatter-closed",
  title: "The frontmatter is closed",
  fault: "frontmatter never closed",
  hidesFields: true,
  find: finderOf("unclosed-frontmatter"),
  wording: () => ({
    title: "The frontmatter is never closed",
    fix: "Add a line with --- alone after the last field.",
  }),
  passed: () => "It has a closing line.",
  drafts: ({ text }) => [["End the frontmatter", closeFrontmatter(text)]],
} as const satisfies ContentRule<NoValues>;
