import { maxFrontmatterLength } from "#lib/skills/frontmatter.ts";
import { frontmatterLimits } from "#lib/skills/parse-yaml.ts";
import { type ContentRule, type Mending, type NoValues, noValues } from "./content-rule.ts";
import { closeFrontmatter, prependFrontmatter } from "./edit-fields.ts";

export const frontmatter = {
  code: "frontmatter",
  title: "Begins with frontmatter",
  fault: "no frontmatter",
  hidesFields: true,
  find: ({ frontmatter: read }) =>
    read.kind === "problem" && read.problem === "no-frontmatter" ? { line: read.line, values: noValues } : undefined,
  wording: () => ({
    title: "No frontmatter in line 1",
    fix: "Make --- the very first line, without anything invisible in front, and close it with another ---.",
  }),
  passed: () => "Line 1 opens the frontmatter.",
  drafts({ text, freeName, describe }) {
    const bare = text.replace(/^\ufeff/, "");
    const fields = { name: freeName, description: describe(bare) };
    return [
      ["Drop the byte-order mark", bare],
      ["Drop the blank lines at the start", bare.trimStart()],
      ["Write frontmatter with a name and a description", prependFrontmatter(bare.trimStart(), fields)],
    ];
  },
} as const satisfies ContentRule<NoValues>;

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
  passed: () => "It ends before the text does.",
  drafts: ({ text }) => [["End the frontmatter", closeFrontmatter(text)]],
} as const satisfies ContentRule<NoValues>;

/** This lab's own limit, which no harness has: told only where it is met. */
export const frontmatterLength = {
  code: "frontmatter-length",
  title: "The frontmatter is not too long",
  hidesFields: true,
  find: ({ frontmatter }) =>
    frontmatter.kind === "problem" && frontmatter.problem === "frontmatter-too-long"
      ? { line: frontmatter.line, values: noValues }
      : undefined,
  wording: () => ({
    title: `The frontmatter has more than ${maxFrontmatterLength} characters`,
    fix: "Move the text below the closing ---.",
  }),
} as const satisfies ContentRule<NoValues>;

/** This lab's own limit, which no harness has: told only where it is met. */
export const frontmatterComplexity = {
  code: "frontmatter-complexity",
  title: "The frontmatter is not too much to read",
  hidesFields: true,
  find: ({ frontmatter }) =>
    frontmatter.kind === "problem" && frontmatter.problem === "frontmatter-too-complex"
      ? { line: frontmatter.line, values: noValues }
      : undefined,
  wording: () => ({
    title: `The frontmatter has more than ${frontmatterLimits.parts} words and signs, or more than ${frontmatterLimits.depth} levels`,
    fix: "Keep to a few hundred values, a few levels deep, and move the rest below the closing ---.",
  }),
} as const satisfies ContentRule<NoValues>;

export const mapping = {
  code: "mapping",
  title: "The frontmatter holds fields",
  hidesFields: true,
  find: ({ frontmatter }) =>
    frontmatter.kind === "problem" && frontmatter.problem === "no-mapping"
      ? { line: frontmatter.line, values: noValues }
      : undefined,
  wording: () => ({
    title: "The frontmatter holds no fields",
    fix: "Write one field a line, as in name: my-skill.",
  }),
  passed: ({ fields }) => `Its keys: ${[...fields.keys()].join(", ") || "none"}.`,
  drafts: (mending) => [["Make it a name and a description", withFields(mending)]],
} as const satisfies ContentRule<NoValues>;

/** What stood between the two lines of dashes becomes the description. */
function withFields({ text, freeName, describe }: Mending): string {
  const lines = text.split("\n");
  const close = lines.findIndex((line, index) => index > 0 && line.trim() === "---");
  const block = lines.slice(1, Math.max(1, close)).join(" ");
  const body = lines.slice(close + 1).join("\n");
  const description = describe(block.trim() || body);
  return prependFrontmatter(body.trimStart(), { name: freeName, description });
}
