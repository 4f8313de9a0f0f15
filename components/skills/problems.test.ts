import { expect, test } from "vitest";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { problemsOf } from "./problems.ts";

const outside = (name: string): Notice => ({
  code: "outside-roots",
  severity: "info",
  path: `/workspace/skills/${name}/SKILL.md`,
  data: { root: "./.agents/skills" },
});

test("what is the matter with many is one problem, and what differs stays apart", () => {
  const own: Notice = { code: "submodule", severity: "info", path: "/workspace/lib" };
  const problems = problemsOf([outside("a"), own, outside("b"), outside("c")]);
  expect(problems.map(({ notices }) => notices.map(({ path }) => path))).toEqual([
    ["/workspace/skills/a/SKILL.md", "/workspace/skills/b/SKILL.md", "/workspace/skills/c/SKILL.md"],
    ["/workspace/lib"],
  ]);
});
