import { expect, test } from "vitest";
import { bestMatches, countText, matchScore } from "./matching.ts";

const paths = [
  "/workspace/skills/pdf/SKILL.md",
  "/workspace/skills/pdf/scripts/fill.py",
  "/workspace/README.md",
  "/workspace/skills/docx/SKILL.md",
];
const found = (typed: string) => bestMatches(typed, paths, (text) => ({ text }), 2).best;

test("a name is found by a part of it, by its first letters, and with folders before it", () => {
  expect(found("fill")[0]).toBe("/workspace/skills/pdf/scripts/fill.py");
  expect(found("readme")[0]).toBe("/workspace/README.md");
  expect(found("docx skill")[0]).toBe("/workspace/skills/docx/SKILL.md");
  expect(found("pdf/sk")[0]).toBe("/workspace/skills/pdf/SKILL.md");
});

test("each of several words counts where it stands in one piece, in any order", () => {
  const all = [
    "/home/user/.claude/plugins/documents/template/SKILL.md",
    "/home/user/.claude/plugins/documents/skills/pdf/forms.md",
    "/home/user/.claude/plugins/documents/skills/pdf/SKILL.md",
  ];
  for (const typed of ["pdf SKILL.md", "skill.md pdf", "documents pdf skill"])
    expect(bestMatches(typed, all, (text) => ({ text }), 3).best[0]).toBe(all[2]);
  expect(matchScore("pdf xyz", all[2] ?? "")).toBeUndefined();
});

test("what begins with it comes before what ends with it", () => {
  const all = ["/workspace/accept_changes.py", "/workspace/changes.md", "Changes: all that you have changed"];
  expect(bestMatches("changes", all, (text) => ({ text }), 3).best).toEqual([all[2], all[1], all[0]]);
});

test("what is not there in order is not found; nothing typed leaves the order as it is", () => {
  expect(matchScore("xyz", "/a/b")).toBeUndefined();
  expect(found("zzz")).toEqual([]);
  expect(found("")).toEqual(paths.slice(0, 2));
});

test("those that are not shown count, too", () => {
  expect(bestMatches("skills", paths, (text) => ({ text }), 2)).toMatchObject({ count: 3, best: { length: 2 } });
  expect(countText({ shown: 60, found: 60 })).toBe("60 found");
  expect(countText({ shown: 65, found: 1234 })).toBe("1,234 found, 65 of them listed");
  expect(countText({ shown: 260, found: 260, isCut: true })).toBe("260 or more found, 260 of them listed");
});

test("of files with one name, what is seen in its place by the harness comes before the source's own", () => {
  const all = [
    "/mnt/tools/skills/pdf/fill.py",
    "/workspace/.agents/skills/pdf/scripts/forms/fill.py",
    "/mnt/tools/fills.md",
  ];
  const matched = (typed: string) =>
    bestMatches(typed, all, (text) => ({ text, behind: text.startsWith("/mnt/") ? 1 : 0 }), 3).best;
  expect(matched("fill.py")).toEqual([all[1], all[0]]);
  expect(matched("tools/fill")).toEqual([all[2], all[0]]);
});
