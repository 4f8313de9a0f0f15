import { skillsIn, skillText, type Tree, usualSkill } from "../../tree.ts";

const short = (name: string, value: string) =>
  skillText(`name: ${name}\ndescription: long ${name}\nmetadata:\n  short-description: ${value}`);

function many(count: number) {
  const names = Array.from({ length: count }, (_, index) => `sk-${String(index).padStart(3, "0")}`);
  const description = "a description of some length ".repeat(6);
  return skillsIn("{project}", Object.fromEntries(names.map((name) => [name, usualSkill(name, description)])));
}

/** The window that its settings give, and what stands beside a description. */
export const windowTrees: readonly Tree[] = [
  ...[
    { count: 120, window: 20_000 },
    { count: 40, window: 3000 },
  ].map(
    ({ count, window }): Tree => ({
      name: `window-${window}`,
      why: `model_context_window = ${window}`,
      only: ["codex"],
      files: { ...many(count), "home/.codex/config.toml": `model_context_window = ${window}\n` },
    }),
  ),
  {
    name: "window-short",
    why: "short descriptions of several kinds",
    only: ["codex"],
    files: skillsIn("{project}", {
      a: short("a", "short a"),
      b: short("b", "|\n    two\n    lines"),
      c: skillText("name: c\ndescription: long c\nmetadata: text"),
      d: skillText("name: d\ndescription: long d\nmetadata: [x]"),
      e: short("e", "12"),
      f: skillText("name: f\ndescription: long f\nmetadata:\n  short_description: under"),
      g: short("g", '""'),
      h: short("h", "x".repeat(1100)),
      i: short("i", "[a]"),
    }),
  },
];
