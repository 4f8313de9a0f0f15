import { describe, expect, it } from "vitest";
import { geminiCli } from "#lib/harness/profiles/gemini-cli.ts";
import { pi } from "#lib/harness/profiles/pi.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { discover } from "./discover.ts";

const place = { cwd: "/w/app/web", home: "/h" };
const skill = (name: string, description = "d") => `---\nname: ${name}\ndescription: ${description}\n---\nDo it.\n`;

function found(profile: Profile, texts: Readonly<Record<string, string>>, where = place) {
  return discover(profile, textFiles(texts), where).skills.map(({ name, location }) => `${name} ${location}`);
}

describe("a search that stops at a skill", () => {
  const texts = {
    "/w/app/web/.pi/skills/one/SKILL.md": skill("one"),
    "/w/app/web/.pi/skills/one/deep/SKILL.md": skill("deep"),
    "/w/app/web/.pi/skills/group/two/SKILL.md": skill("two"),
    "/w/app/web/.pi/skills/loose.md": "---\ndescription: d\n---\n",
    "/w/app/web/.agents/skills/loose.md": skill("not-here"),
  };

  it("does not enter its folder, and takes files of the root", () => {
    expect(found(pi, texts)).toEqual([
      "two /w/app/web/.pi/skills/group/two/SKILL.md",
      "skills /w/app/web/.pi/skills/loose.md",
      "one /w/app/web/.pi/skills/one/SKILL.md",
    ]);
  });

  it("says which skill it stopped at", () => {
    const { placements } = discover(pi, textFiles(texts), place);
    expect(placements.get("/w/app/web/.pi/skills/one/deep/SKILL.md")?.broken).toEqual({
      rule: "inside-skill",
      values: { folder: "/w/app/web/.pi/skills/one" },
    });
  });
});

it("looks in every folder above where none holds .git, and there after the person's own", () => {
  const home = { cwd: "/h/work", home: "/h" };
  const texts = {
    "/h/.agents/skills/same/SKILL.md": skill("same"),
    "/.agents/skills/top/SKILL.md": skill("top"),
    "/h/.pi/agent/skills/same/SKILL.md": skill("same"),
  };
  expect(found(pi, texts, home)).toEqual([
    "top /.agents/skills/top/SKILL.md",
    "same /h/.pi/agent/skills/same/SKILL.md",
  ]);
});

describe("a harness whose later roots replace", () => {
  it("leaves a skill in the place of the one that it replaces, and counts the root's own file", () => {
    const texts = {
      "/h/.gemini/skills/b/SKILL.md": skill("b"),
      "/h/.gemini/skills/a/SKILL.md": skill("a"),
      "/w/app/web/.gemini/skills/a/SKILL.md": skill("a"),
      "/w/app/web/.gemini/skills/SKILL.md": skill("a/b"),
    };
    expect(found(geminiCli, texts)).toEqual([
      "b /h/.gemini/skills/b/SKILL.md",
      "a /w/app/web/.gemini/skills/a/SKILL.md",
      "a-b /w/app/web/.gemini/skills/SKILL.md",
    ]);
  });
});

it("takes a name that is no text for a fault, but nothing for none", () => {
  const named = (name: string) => found(pi, { "/w/app/web/.pi/skills/x/SKILL.md": skill(name) }).length;
  expect([named("true"), named("42"), named("[a]"), named("0"), named("")]).toEqual([0, 0, 0, 1, 1]);
});
