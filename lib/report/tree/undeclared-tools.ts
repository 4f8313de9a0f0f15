import type { TreeRule } from "./rule.ts";

const anyShell = /(?:^|[\s,])(?:Bash|Shell)(?:\(\*(?::\*)?\))?(?=[\s,]|$)/;
const someShell = /\b(?:Bash|Shell|Execute|run_shell_command|terminal)\b/i;
const shellBlock = /^[ \t]{0,6}```(?:bash|sh|shell|zsh|console)\b/m;

/** Tools that the frontmatter declares, compared with the commands and scripts of the skill. */
export const undeclaredTools: TreeRule = {
  code: "undeclared-tools",
  title: "Declared and used tools differ",
  why: "Some harnesses allow declared tools without asking. Other tools are asked for, or fail.",
  *inSkill({ path, text, ...skill }) {
    const tools = skill.tools();
    if (tools === undefined) return;
    const line = Math.max(1, text.split("\n").findIndex((each) => /^(?:allowed-)?tools[ \t]{0,4}:/.test(each)) + 1);
    const place = { level: "note", path, line, excerpt: `allowed-tools: ${tools.slice(0, 140)}` } as const;
    if (anyShell.test(tools)) yield { ...place, says: "It asks to run any shell command" };
    else if (!someShell.test(tools) && (skill.hasScripts() || shellBlock.test(text)))
      yield { ...place, says: "It has commands or scripts to run, and declares no shell" };
  },
};
