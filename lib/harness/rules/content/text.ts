import { isGoBlank } from "#lib/skills/go-text.ts";
import { findHiddenText } from "#lib/skills/hidden-text.ts";
import { type Advice, type ContentRule, type NoValues, noValues } from "./content-rule.ts";
import { prependFrontmatter } from "./edit-fields.ts";

export const readable = {
  code: "readable",
  title: "Can be read",
  hidesFields: true,
  find: ({ unreadable }) =>
    unreadable === undefined ? undefined : { line: 1, detail: unreadable, values: { detail: unreadable } },
  wording: ({ detail }) => ({
    title: `SKILL.md cannot be read: ${detail}`,
    fix: "Put a regular file there, or mend the link.",
  }),
  passed: ({ text }) => `It is a file of ${text.split("\n").length} lines.`,
} as const satisfies ContentRule<{ readonly detail: string }>;

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

export const byteOrderMark = {
  code: "byte-order-mark",
  severity: "warning",
  about: "text",
  find: ({ text }) => (text.startsWith("\ufeff") ? [{ line: 1, values: noValues }] : []),
  wording: () => ({
    title: "The file begins with a byte-order mark",
    fix: "Save it as UTF-8 without one: most harnesses then miss the frontmatter.",
  }),
  draft: (text) => ["Drop the byte-order mark", text.startsWith("\ufeff") ? text.slice(1) : undefined],
} as const satisfies Advice<NoValues>;

export const hiddenText = {
  code: "hidden-text",
  severity: "warning",
  about: "text",
  find({ text }) {
    const hidden = findHiddenText(text);
    return hidden ? [{ line: hidden.line, values: { count: hidden.count, kinds: hidden.kinds.join(", ") } }] : [];
  },
  wording: ({ count, kinds }) => ({
    title: `${count} invisible ${count === 1 ? "character" : "characters"} (${kinds})`,
    fix: "Look at what they hide before you trust the skill, and remove them.",
  }),
} as const satisfies Advice<{ readonly count: number; readonly kinds: string }>;
