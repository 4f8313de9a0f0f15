import type { TreeRule } from "./rule.ts";

/** A SKILL.md that is longer than the standard recommends. */
export const longInstructions: TreeRule = {
  code: "long-instructions",
  title: "A long SKILL.md",
  why: "The model reads all of it. The standard asks for under 500 lines and 5,000 tokens, with the rest in other files.",
  *inSkill({ path, tokens }, text) {
    const lines = text.split("\n").length;
    if (lines <= 500 && tokens.instructions <= 5000) return;
    const says = `${lines} lines, about ${tokens.instructions.toLocaleString("en")} tokens`;
    yield { level: "note", path, line: 1, says, excerpt: path };
  },
};
