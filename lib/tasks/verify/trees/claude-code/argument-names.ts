import { skillsIn, type Tree, usualSkill } from "../../tree.ts";

const body = "[$x] [$y] [$a] [$c] [$d] [$0] [$5] [$true] [$a b]";
const lists = [
  [0, "x"],
  ["x", 5, "y"],
  [true, "a"],
  [null, "a"],
  ["0", "a"],
  ["a b", "c"],
  ["$x", "y"],
  ["", "y"],
  ["x", ["y"]],
  [{ a: "x" }, "y"],
  [["x", "y"]],
];

/** Lists of names for arguments that hold other things than names. */
export const argumentNameTrees: readonly Tree[] = lists.map((list, index) => ({
  name: `argument-names-${index}`,
  why: `arguments: ${JSON.stringify(list)}`,
  only: ["claude-code"],
  files: skillsIn("{project}", { alpha: usualSkill("alpha", "a", body, `arguments: ${JSON.stringify(list)}`) }),
  line: "/alpha one two three",
}));
