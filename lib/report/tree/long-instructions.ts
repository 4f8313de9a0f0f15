import type { TreeRule } from "./rule.ts";

/** More than the standard asks a SKILL.md to be. */
export const longInstructions: TreeRule = {
  code: "long-instructions",
  title: "A long SKILL.md",
  why: "All of it is read when the skill is used. The standard asks for under 500 lines and 5,000 tokens, and the rest in files beside it.",
  *inSkill({ path, tokens }, text) {
    const lines = text.split("\n").length;
    if (lines <= 500 && tokens.instructions <= 5000) return;
    const says = `${lines} lines, about ${tokens.instructions.toLocaleString("en")} tokens`;
    yield { level: "note", path, line: 1, says, excerpt: path };
  },
};
