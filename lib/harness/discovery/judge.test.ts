import { expect, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { discover } from "./discover.ts";

const claudeCode = profileById("claude-code");
const place = { cwd: "/w/app", home: "/h" };
const skill = (says: string, more = "") => `---\nname: same\ndescription: ${says}\n${more}---\n\nB\n`;
const [ofHome, ofProject] = ["/h/.claude/skills/same/SKILL.md", "/w/app/.claude/skills/same/SKILL.md"];
const told = (files: Readonly<Record<string, string>>, touched: readonly string[] = []) =>
  discover(claudeCode, textFiles(files), { ...place, touched }).skills.map(({ name, description }) => [
    name,
    description,
  ]);

test("of two that wait for a file the last counts, and one that does not comes before them", () => {
  const waits = "paths: src/*\n";
  expect(told({ [ofHome]: skill("h", waits), [ofProject]: skill("p", waits) })).toEqual([["same", "p"]]);
  expect(told({ [ofHome]: skill("h", waits), [ofProject]: skill("p") })).toEqual([["same", "p"]]);
  expect(told({ [ofHome]: skill("h"), [ofProject]: skill("p", waits) })).toEqual([["same", "h"]]);
});

test("a skill of a touched folder gets the folder's name before a name that is taken, unless that makes no plain name", () => {
  const below = (folder: string, name: string) => `/w/app/${folder}/.claude/skills/${name}/SKILL.md`;
  const touched = ["/w/app/pkg/a.ts", "/w/app/<b>/a.ts"];
  const files = { [ofProject]: skill("p"), [below("pkg", "same")]: skill("k"), [below("pkg", "model")]: skill("m") };
  expect(told(files, touched)).toEqual([
    ["same", "p"],
    ["pkg:model", "m"],
    ["pkg:same", "k"],
  ]);
  expect(told({ [ofProject]: skill("p"), [below("<b>", "same")]: skill("b") }, touched)).toEqual([["same", "p"]]);
});

test("skills of several touched folders with one name all get their folder's", () => {
  const files = {
    "/w/app/b/.claude/skills/same/SKILL.md": skill("b"),
    "/w/app/a/.claude/skills/same/SKILL.md": skill("a"),
  };
  const below = (touched: readonly string[]) =>
    discover(claudeCode, textFiles(files), { ...place, touched }).skills.map(({ name, below }) => [name, below]);
  expect(below(["/w/app/b/x"])).toEqual([["same", { folder: "b" }]]);
  const shared = (folder: string) => [`${folder}:same`, { folder, qualifies: "same", isShared: true }];
  expect(below(["/w/app/b/x", "/w/app/a/x"])).toEqual([shared("a"), shared("b")]);
});

test("a file that is found once more in a touched folder is told as of there, too", () => {
  const files = textFiles(
    { "/w/app/pkg/.claude/skills/same/SKILL.md": skill("k") },
    { links: { "/w/app/.claude/skills": "/w/app/pkg/.claude/skills" } },
  );
  const names = (touched: readonly string[]) =>
    discover(claudeCode, files, { ...place, touched }).skills.map(({ name }) => name);
  expect(names([])).toEqual(["same"]);
  expect(names(["/w/app/pkg/a.ts"])).toEqual(["same", "pkg:same"]);
});
