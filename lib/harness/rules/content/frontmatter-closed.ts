import { type ContentRule, type NoValues, noValues } from "./content-rule.ts";
import { closeFrontmatter } from "./edit-fields.ts";

export const frontmatterClosed = {
  code: "frontmatter-closed",
  title: "The frontmatter is closed",
  fault: "frontmatter never closed",
  hidesFields: true,
  find: ({ frontmatter }) =>
    frontmatter.kind === "problem" && frontmatter.problem === "unclosed-frontmatter"
      ? { line: frontmatter.line, values: noValues }
      : undefined,
  wording: () => ({
    title: "The frontmatter is never closed",
    fix: "Add a line with --- alone after the last field.",
  }),
  passed: () => "It has a closing line.",
  drafts: ({ text }) => [["End the frontmatter", closeFrontmatter(text)]],
} as const satisfies ContentRule<NoValues>;
