import { type ContentRule, type NoValues, noValues } from "./content-rule.ts";

/** For harnesses that reject a skill without instructions. */
export const body = {
  code: "body",
  title: "Has instructions",
  fault: "no text below the frontmatter",
  isOptional: true,
  find({ frontmatter, text }) {
    return (frontmatter.body ?? text).trim() === "" ? { line: 1, values: noValues } : undefined;
  },
  wording: () => ({
    title: "There is nothing below the frontmatter",
    fix: "Write the instructions there.",
  }),
  passed: () => "There is text below the frontmatter.",
  drafts: ({ text, folder }) => [
    ["Write a first text", `${text.trimEnd()}\n\n# ${folder}\n\nWrite here what to do.\n`],
  ],
} as const satisfies ContentRule<NoValues>;
