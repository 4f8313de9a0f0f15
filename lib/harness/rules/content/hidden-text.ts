import type { Advice } from "./content-rule.ts";

export const hiddenText = {
  code: "hidden-text",
  severity: "warning",
  about: "text",
  find({ hidden }) {
    return hidden ? [{ line: hidden.line, values: { count: hidden.count, kinds: hidden.kinds.join(", ") } }] : [];
  },
  wording: ({ count, kinds }) => ({
    title: `${count} invisible ${count === 1 ? "character" : "characters"} (${kinds})`,
    fix: "Check what they hide before you trust the skill, and remove them.",
  }),
} as const satisfies Advice<{ readonly count: number; readonly kinds: string }>;
