import { expect, test } from "vitest";
import { shrinkTree } from "./shrink.ts";
import type { Tree } from "./tree.ts";

const tree: Tree = {
  name: "t",
  why: "",
  files: {
    "{project}/a/SKILL.md": "---\nname: a\ndescription: one two three\n---\nBody.\n",
    "{project}/b/SKILL.md": "---\nname: b\ndescription: four bad five\nlicense: MIT\n---\nBody.\n",
    "home/x": "x",
  },
  links: { "{home}/l": "{world}/nowhere" },
  cwd: "app/pkg",
  line: "/a x",
  reads: ["app/x"],
  calls: [["a"], ["b", "y"]],
};

test("what does not matter goes: files, lines, words, calls, the line", async () => {
  const small = await shrinkTree(tree, async ({ files }) => Object.values(files).join("\n").includes("bad"), 500);
  expect(small).toEqual({
    name: "t",
    why: "",
    files: { "{project}/b/SKILL.md": "bad " },
    links: {},
    reads: [],
    calls: [],
  });
});

test("what matters together stays together", async () => {
  const isShown = async ({ files, calls = [], line }: Tree) =>
    Object.keys(files).length >= 2 && calls.some(([name]) => name === "b") && line === "/a x";
  const small = await shrinkTree(tree, isShown, 500);
  expect(Object.values(small.files)).toEqual(["", ""]);
  expect(small.calls).toEqual([["b", "y"]]);
  expect(small.line).toBe("/a x");
});

test("it asks no more often than it may, and gives the best it has", async () => {
  let asked = 0;
  const small = await shrinkTree(tree, async ({ line }) => ++asked > 0 && line === "/a x", 3);
  expect(asked).toBe(3);
  expect(small.line).toBe("/a x");
  expect(Object.keys(small.files).length).toBeLessThan(3);
});
