import { expect, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { setState, stateNotices } from "./states.ts";

const profile = profileById("pi");
const place = { cwd: "/work/app", home: "/home/dev" };
const path = "/work/app/.pi/settings.json";
const skills = {
  "/work/app/.pi/skills/one/SKILL.md": "---\nname: one\ndescription: d\n---\n",
  "/work/app/.agents/skills/two/SKILL.md": "---\nname: two\ndescription: d\n---\n",
  "/home/dev/.pi/agent/skills/three/SKILL.md": "---\nname: three\ndescription: d\n---\n",
};

function open(settings?: string, at = path) {
  const files = textFiles({ ...skills, ...(settings !== undefined && { [at]: settings }) });
  const session = loadSession(profile, files, place);
  const offs = session.discovery.skills.filter(({ location }) => session.states.get(location) === "off");
  return { files, session, off: offs.map(({ name }) => name) };
}

test.each([
  [["!one"], ["one"]],
  [["!*"], ["one", "two"]],
  [["!three"], []],
  [["!**", "+skills/one"], ["two"]],
  [["!!one"], ["one", "two"]],
  [["-skills/one", "+skills/one"], ["one"]],
  [["-one"], []],
  [["-../.agents/skills/two/SKILL.md"], ["two"]],
  [["-/work/app/.agents/skills/two"], ["two"]],
  [["!/work/**/two"], []],
  [["!/work/app/.agents/**"], ["two"]],
  [["!#one"], []],
  [["!./skills/one"], []],
  [["!*/**", "+skills/one"], []],
  [["!one/**"], []],
])("%j in the project's settings turns %j off", (list, off) => {
  expect(open(JSON.stringify({ skills: list })).off).toEqual(off);
});

test("each file decides for its own scope, also as former versions wrote it", () => {
  const text = '{"skills": {"customDirectories": ["!*"]}}';
  expect(open(text, "/home/dev/.pi/agent/settings.json").off).toEqual(["three"]);
  expect(open(text).off).toEqual(["one", "two"]);
});

test("a skill is turned off and on by its path, and other entries and settings stay", () => {
  const { session } = open('{"theme": "dark", "skills": ["!x", "+skills/one/SKILL.md"]}');
  const [one] = session.discovery.skills;
  const off = one && setState(profile, session, { skill: one, state: "off" });
  expect(off?.writes).toMatchObject([{ path }]);
  const text = off?.writes[0]?.text ?? "";
  expect(JSON.parse(text)).toEqual({ theme: "dark", skills: ["!x", "-skills/one/SKILL.md"] });
  expect(open(text).off).toEqual(["one"]);
  const on = one && setState(profile, open(text).session, { skill: one, state: "on" });
  expect(JSON.parse(on?.writes[0]?.text ?? "").skills).toEqual(["!x", "+skills/one/SKILL.md"]);
});

test("a file that is no JSON turns nothing off, is told, and is not written over", () => {
  const { files, session, off } = open('{"skills": ["!one"],}');
  expect(off).toEqual([]);
  expect(stateNotices(profile, files, place)).toMatchObject([{ path, data: { detail: "not a JSON object" } }]);
  const [one] = session.discovery.skills;
  expect(one && setState(profile, session, { skill: one, state: "off" })).toBeUndefined();
});
