import { skillsIn, skillText, type Tree, usualSkill } from "../../tree.ts";

const plain = (name: string) => usualSkill(name, `is ${name}`);
const signedIn = { security: { auth: { selectedType: "gemini-api-key" } } };

/** A map of metadata of so many kilobytes. */
function metadataOf(size: number): string {
  const line = `: ${"some words of a value ".repeat(8)}end\n`;
  return `metadata:\n${Array.from({ length: Math.floor((size * 1024) / (line.length + 6)) }, (_, index) => `  k${index + 1_000}${line}`).join("")}`;
}

/** What examiners have made up by hand, and found something with. */
export const handMadeTrees: readonly Tree[] = [
  {
    name: "hand-long-frontmatter",
    why: "frontmatter of 33, 100 and 120 KB",
    files: skillsIn(
      "{project}",
      Object.fromEntries(
        [33, 100, 120].flatMap((size) => [
          [`map${size}`, skillText(`name: map${size}\ndescription: d\n${metadataOf(size)}`)],
          [`text${size}`, skillText(`name: text${size}\ndescription: d\nnotes: ${"y".repeat(size * 1_000)}`)],
        ]),
      ),
    ),
    calls: [["map100"], ["text33"]],
  },
  {
    name: "hand-long-answers",
    why: "three long texts called in one turn",
    files: skillsIn("{project}", {
      one: usualSkill("one", "d", "line of a body\n".repeat(20_000)),
      two: usualSkill("two", "d", "x".repeat(200_000)),
      three: usualSkill("three", "d", "a few words\n".repeat(3_000)),
    }),
    calls: [["one"], ["two"], ["three"]],
  },
  {
    name: "hand-backslash",
    why: "a folder and its skill's name with a backslash",
    files: skillsIn("{project}", { "a\\b": usualSkill("a\\b", "d") }),
    calls: [["a\\b"]],
  },
  ...(
    [
      [{}, null],
      [null, null],
      [null, {}],
    ] as const
  ).map(
    ([home, project], index): Tree => ({
      name: `hand-experiments-${index}`,
      why: JSON.stringify([home, project]),
      only: ["gemini-cli"],
      files: {
        ...skillsIn("{project}", { alpha: plain("alpha") }),
        "home/.gemini/settings.json": JSON.stringify({ ...signedIn, experimental: home }),
        "app/.gemini/settings.json": JSON.stringify({ experimental: project }),
      },
      line: "Hello there",
    }),
  ),
];
