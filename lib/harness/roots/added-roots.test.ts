import { expect, test } from "vitest";
import { discover } from "#lib/harness/discovery/discover.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";

const skill = (name: string) => `---\nname: ${name}\ndescription: d\n---\nBody\n`;
const place = { cwd: "/w/app", home: "/h" };

/** Locations of the loaded skills, by name. */
function loaded(id: string, texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { skills } = discover(profileById(id), textFiles(texts), place);
  return Object.fromEntries(skills.map(({ name, location }) => [name, location]));
}

test("OpenCode: the last list counts, from the working folder, before all roots", () => {
  const tree = {
    "/w/app/.opencode/skills/alpha/SKILL.md": skill("alpha"),
    "/w/app/more/alpha/SKILL.md": skill("alpha"),
    "/w/app/deep/a/b/SKILL.md": skill("b"),
    "/h/more/zeta/SKILL.md": skill("zeta"),
  };
  const settings = (paths: unknown) => JSON.stringify({ skills: paths });
  const by = (path: string, paths: unknown) => loaded("opencode", { ...tree, [path]: settings(paths) });
  expect(by("/w/app/opencode.json", { paths: ["./more", "~/more"] })).toEqual({
    alpha: "/w/app/more/alpha/SKILL.md",
    zeta: "/h/more/zeta/SKILL.md",
  });
  expect(by("/w/opencode.json", { paths: ["deep"] })).toMatchObject({ b: "/w/app/deep/a/b/SKILL.md" });
  expect(by("/w/app/opencode.json", ["deep"])).toMatchObject({ b: "/w/app/deep/a/b/SKILL.md" });
  const both = {
    "/w/app/opencode.json": settings({ paths: ["more"] }),
    "/w/app/.opencode/opencode.json": settings(["deep"]),
  };
  expect(loaded("opencode", { ...tree, ...both })).toMatchObject({ alpha: "/w/app/.opencode/skills/alpha/SKILL.md" });
  const bare = { "/w/app/opencode.json": settings({ paths: ["more"] }), "/w/app/opencode.jsonc": settings({}) };
  expect(loaded("opencode", { ...tree, ...bare })).toMatchObject({ alpha: "/w/app/more/alpha/SKILL.md" });
  expect(by("/w/app/opencode.json", { paths: ["/", "../../..", "\u0000", "x".repeat(9999)] })).toMatchObject({
    alpha: expect.any(String),
  });
});

test("Kilo: what the project's settings name is in the project", () => {
  const settings = JSON.stringify({ skills: { paths: ["./more", "../shared", "~/more"] } });
  const tree = {
    "/w/app/more/one/SKILL.md": skill("one"),
    "/w/shared/two/SKILL.md": skill("two"),
    "/h/more/three/SKILL.md": skill("three"),
  };
  expect(Object.keys(loaded("kilo", { ...tree, "/w/app/kilo.json": settings }))).toEqual(["one"]);
  expect(Object.keys(loaded("kilo", { ...tree, "/h/.config/kilo/kilo.json": settings }))).toEqual([
    "one",
    "three",
    "two",
  ]);
});

test("Pi: a skill named by its file comes first, and leaves the others of its folder where they are", () => {
  const folder = "/w/app/.pi/skills";
  const settings = JSON.stringify({ skills: ["skills/two/SKILL.md"] });
  const tree = { [`${folder}/one/SKILL.md`]: skill("one"), [`${folder}/two/SKILL.md`]: skill("two") };
  expect(Object.keys(loaded("pi", { ...tree, "/w/app/.pi/settings.json": settings }))).toEqual(["two", "one"]);
});

test("Pi: each file adds folders beside it, and patterns are none", () => {
  const settings = (skills: unknown) => JSON.stringify({ skills });
  expect(
    loaded("pi", {
      "/w/app/.pi/skills/alpha/SKILL.md": skill("alpha"),
      "/w/app/.pi/more/alpha/SKILL.md": skill("alpha"),
      "/w/app/.pi/more/loose.md": skill("loose"),
      "/w/app/more/no/SKILL.md": skill("no"),
      "/h/.pi/agent/own/mine/SKILL.md": skill("mine"),
      "/w/other/one/SKILL.md": skill("one"),
      "/w/other/two/SKILL.md": skill("two"),
      "/w/app/.pi/settings.json": settings(["./more", "!x", "../m*", "/w/other/one/SKILL.md"]),
      "/h/.pi/agent/settings.json": settings({ customDirectories: ["own"] }),
    }),
  ).toEqual({
    alpha: "/w/app/.pi/more/alpha/SKILL.md",
    loose: "/w/app/.pi/more/loose.md",
    one: "/w/other/one/SKILL.md",
    mine: "/h/.pi/agent/own/mine/SKILL.md",
  });
});
