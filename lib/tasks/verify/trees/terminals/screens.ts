import { type Tree, usualSkill } from "../../tree.ts";

const files = {
  "{project}/alpha/SKILL.md": usualSkill(
    "alpha",
    "Does alpha things.",
    "Alpha body $ARGUMENTS.",
    'argument-hint: "[file]"',
  ),
  "{project}/beta/SKILL.md": usualSkill("beta", "Does beta things.", "Beta body.", "user-invocable: false"),
  "{project}/gamma/SKILL.md": usualSkill(
    "gamma",
    "Does gamma things.",
    "Gamma body.",
    "disable-model-invocation: true",
  ),
};

const lines = [
  "Hello there",
  "/alpha",
  "/alpha one two",
  "/beta x",
  "/gamma x",
  "/gamma",
  "please use /alpha now",
  "please use $alpha now",
  "/alpha use /gamma",
  "/nosuch",
  "/nosuch thing",
  "/Alpha x",
  "/skills",
  "/skills list",
];

/** Commands of programs on whose screens a line can be typed (`Program.screen`). */
const commands: Readonly<Record<string, readonly string[]>> = {
  "claude-code": ["/reload-skills", "/clear"],
  codex: [],
  "gemini-cli": ["/skills reload", "/clear"],
  "copilot-cli": ["/skills reload", "/clear"],
  "qwen-code": ["/clear"],
  pi: ["/new", "/reload"],
};

function screenTree(name: string, line: string, only: readonly string[]): Tree {
  return { name: `screen-${name}`, why: `what ${line} does on a screen`, files, line, isTerminal: true, only };
}

/** What becomes of lines on the programs' screens: most programs are asked without one, and some do otherwise there. */
export const screenTrees: readonly Tree[] = [
  ...lines.map((line, index) => screenTree(String(index + 1), line, Object.keys(commands))),
  ...Object.entries(commands).flatMap(([program, own]) =>
    own.map((line, index) => screenTree(`command-${index + 1}`, line, [program])),
  ),
];
