import type { ContentRule } from "./content-rule.ts";

export const readable = {
  code: "readable",
  title: "Can be read",
  hidesFields: true,
  find: ({ unreadable }) =>
    unreadable === undefined ? undefined : { line: 1, detail: unreadable, values: { detail: unreadable } },
  wording: ({ detail }) => ({
    title: `SKILL.md cannot be read: ${detail}`,
    fix: "Put a regular file there, or fix the link.",
  }),
  passed: ({ text }) => {
    // A line break at the end begins no line.
    const lines = text.replace(/\n$/, "").split("\n").length;
    return `It is a file of ${lines} line${lines === 1 ? "" : "s"}.`;
  },
} as const satisfies ContentRule<{ readonly detail: string }>;
