import type { TreeRule } from "./rule.ts";

/** A SKILL.md that is longer than the standard recommends. */
export const longInstructions: TreeRule = {
  code: "long-instructions",
  title: "A long SKILL.md",
  why: "The model reads all of it. The standard asks for under 500 lines and 5,000 tokens, with the rest in other files.",
  *inSkill({ path, text, tokens }) {
    // A line break at the end begins no line.
    const lines = text.trimEnd().split("\n").length;
    // No text has more tokens than characters.
    if (lines <= 500 && (text.length <= 5000 || tokens() <= 5000)) return;
    const says = `${lines} lines, about ${tokens().toLocaleString("en")} tokens`;
    yield { level: "note", path, line: 1, says, excerpt: path };
  },
};
