import { isGoBlank } from "#lib/skills/text-rules.ts";
import { type ContentRule, type NoValues, noValues } from "./content-rule.ts";
import { prependFrontmatter } from "./edit-fields.ts";

export const notEmpty = {
  code: "not-empty",
  title: "Is not empty",
  fault: "an empty file",
  hidesFields: true,
  find: ({ text }) => (isGoBlank(text) ? { line: 1, values: noValues } : undefined),
  wording: () => ({
    title: "SKILL.md is empty",
    fix: "Write frontmatter with name and description, then the instructions.",
  }),
  passed: () => "There is text in it.",
  drafts({ folder, freeName, describe }) {
    const body = `# ${folder}\n\nWrite here what to do.\n`;
    return [["Write a first text", prependFrontmatter(body, { name: freeName, description: describe("") })]];
  },
} as const satisfies ContentRule<NoValues>;
