import { type ContentRule, finderOf, type Mending, type NoValues } from "./content-rule.ts";
import { prependFrontmatter } from "./edit-fields.ts";

export const mapping = {
  code: "mapping",
  title: "The frontmatter holds fields",
  hidesFields: true,
  find: finderOf("no-mapping"),
  wording: () => ({
    title: "The frontmatter holds no fields",
    fix: "Write one field per line, such as name: my-skill.",
  }),
  passed: ({ fields }) => `Its keys: ${[...fields.keys()].join(", ") || "none"}.`,
  drafts: (mending) => [["Make it a name and a description", withFields(mending)]],
} as const satisfies ContentRule<NoValues>;

/** Makes the text between the two lines of dashes the description. */
function withFields({ text, freeName, describe }: Mending): string {
  const lines = text.split("\n");
  const close = lines.findIndex((line, index) => index > 0 && line.trim() === "---");
  const block = lines.slice(1, Math.max(1, close)).join(" ");
  const body = lines.slice(close + 1).join("\n");
  const description = describe(block.trim() || body);
  return prependFrontmatter(body.trimStart(), { name: freeName, description });
}
