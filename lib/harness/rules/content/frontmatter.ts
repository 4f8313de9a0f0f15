import { type ContentRule, finderOf, type NoValues } from "./content-rule.ts";
import { prependFrontmatter } from "./edit-fields.ts";

export const frontmatter = {
  code: "frontmatter",
  title: "Begins with frontmatter",
  fault: "no frontmatter",
  hidesFields: true,
  find: finderOf("no-frontmatter"),
  wording: () => ({
    title: "No frontmatter in line 1",
    fix: "Make --- the very first line, without anything invisible in front, and close it with another ---.",
  }),
  passed: () => "Line 1 opens the frontmatter.",
  drafts({ text, freeName, describe }) {
    const bare = text.replace(/^\ufeff/, "");
    const fields = { name: freeName, description: describe(bare) };
    return [
      ["Remove the byte-order mark", bare],
      ["Remove the blank lines at the start", bare.trimStart()],
      ["Write frontmatter with a name and a description", prependFrontmatter(bare.trimStart(), fields)],
    ];
  },
} as const satisfies ContentRule<NoValues>;
