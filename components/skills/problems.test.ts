import { expect, test } from "vitest";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { isWorthOpening, problemsOf } from "./problems.ts";

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

test("problems are opened over the list only for what concerns skills and stands on no row", () => {
  const path = "/workspace/skills/a/SKILL.md";
  const twin: Notice = { code: "twins", severity: "warning", path: "/workspace/.github/B.md", data: { twin: "b.md" } };
  const missing: Notice = { code: "no-skills", severity: "warning", path: "/workspace", data: { source: "acme" } };
  const rejected: Notice = { code: "bundled-missing", severity: "error", path };
  const listed = new Set([path]);
  expect([[twin], [rejected], [outside("b")], [twin, missing]].map((each) => isWorthOpening(each, listed))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});
