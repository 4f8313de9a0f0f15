import { expect, test } from "vitest";
import { keen } from "#lib/harness/profiles/keen.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { discover } from "./discover.ts";

const place = { cwd: "/workspace", home: "/home/user" };
const root = "/workspace/.agents/skills";
const skill = (name: string, description = "d") => `---\nname: ${name}\ndescription: ${description}\n---\nBody\n`;

function candidatesOf(texts: Readonly<Record<string, string>>, profile: Profile = keen) {
  const { candidates } = discover(profile, textFiles(texts), place);
  return candidates.map(({ location, outcome, notices }) => ({
    location,
    outcome,
    codes: notices.map(({ code }) => code),
  }));
}

test("a rejected skill has the harness's words, the line and a code", () => {
  const path = `${root}/a/SKILL.md`;
  const { candidates } = discover(keen, textFiles({ [path]: "---\nname: a\ndescription: Use: it\n---\n" }), place);
  expect(candidates[0]?.outcome).toEqual({ kind: "rejected" });
  expect(candidates[0]?.notices).toEqual([
    {
      code: "yaml",
      severity: "error",
      path,
      line: 3,
      harnessMessage:
        "Skill a failed to load: parse frontmatter: yaml: line 2: mapping values are not allowed in this context",
      data: { detail: "yaml: line 2: mapping values are not allowed in this context" },
    },
  ]);
});

test("a byte-order mark is told beside the frontmatter it hides", () => {
  expect(candidatesOf({ [`${root}/a/SKILL.md`]: `\ufeff${skill("a")}` })[0]?.codes).toEqual([
    "frontmatter",
    "byte-order-mark",
  ]);
});

test("a shadowed skill says by which, and is still parsed", () => {
  const texts = { [`${root}/a/SKILL.md`]: skill("a"), "/home/user/.keen/skills/a/SKILL.md": skill("b") };
  const { candidates } = discover(keen, textFiles(texts), place);
  expect(candidates[1]).toMatchObject({
    outcome: { kind: "shadowed", by: `${root}/a/SKILL.md`, rule: "folder" },
    root: "~/.keen/skills",
    skill: { name: "b" },
    notices: [{ code: "shadowed-by-folder", severity: "warning" }],
  });
});

test("every SKILL.md elsewhere says why it is not looked at", () => {
  const texts = {
    "/mnt/repo/skills/a/SKILL.md": skill("a"),
    [`${root}/SKILL.md`]: skill("b"),
    [`${root}/group/c/SKILL.md`]: skill("c"),
    [`${root}/d/skill.md`]: skill("d"),
  };
  expect(candidatesOf(texts).map(({ location, codes }) => [location, ...codes])).toEqual([
    ["/mnt/repo/skills/a/SKILL.md", "outside-roots"],
    [`${root}/SKILL.md`, "beside-root"],
    [`${root}/d/skill.md`, "wrong-file-name"],
    [`${root}/group/c/SKILL.md`, "too-deep"],
  ]);
});

test("what decides on a place is recorded: the root for a file that is found, the rule for one that is not", () => {
  const texts = {
    [`${root}/a/SKILL.md`]: skill("a"),
    [`${root}/group/c/SKILL.md`]: skill("c"),
    "/mnt/b/SKILL.md": skill("b"),
  };
  const { placements } = discover(keen, textFiles(texts), place);
  const recorded = [...placements].map(([path, { root: at, broken }]) => [path, at?.path, broken?.rule]);
  expect(recorded).toEqual([
    [`${root}/a/SKILL.md`, root, undefined],
    ["/mnt/b/SKILL.md", undefined, "root"],
    [`${root}/group/c/SKILL.md`, root, "depth"],
  ]);
});

test("a SKILL.md that is a link, where those are not followed, is told so", () => {
  const follows = { roots: false, folders: false, files: false };
  const files = textFiles({ "/srv/a": skill("a") }, { links: { [`${root}/a/SKILL.md`]: "/srv/a" } });
  const { candidates } = discover({ ...keen, scan: { ...keen.scan, follows } }, files, place);
  expect(candidates[0]?.notices).toMatchObject([{ code: "passed-over", data: { what: "links" } }]);
});

test("a loaded skill is told what hurts it elsewhere", () => {
  const text = skill("other", "x".repeat(1025)).replace("Body", "Bo\u200bdy\u202e");
  expect(candidatesOf({ [`${root}/a/SKILL.md`]: text })).toEqual([
    {
      location: `${root}/a/SKILL.md`,
      outcome: { kind: "loaded" },
      codes: ["name-differs", "description-too-long", "hidden-text"],
    },
  ]);
});

test("discovery does not walk the tree when it is given the SKILL.md files", () => {
  const texts = { [`${root}/a/SKILL.md`]: skill("a"), "/mnt/x/SKILL.md": skill("x"), "/mnt/y/SKILL.md": skill("y") };
  const { candidates } = discover(keen, textFiles(texts), place, { skillFiles: ["/mnt/y/SKILL.md"] });
  expect(candidates.map(({ location }) => location)).toEqual([`${root}/a/SKILL.md`, "/mnt/y/SKILL.md"]);
});

const codex = profileById("codex");
const openCode = profileById("opencode");
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `s${String(index).padStart(4, "0")}`);

test("of more folders than a harness searches those at a smaller depth count, and the others say so", () => {
  const texts = Object.fromEntries(numbered(2_005).map((name) => [`${root}/${name}/SKILL.md`, skill(name)]));
  expect(discover(openCode, textFiles(texts), place).skills).toHaveLength(2_005);
  const { skills, candidates } = discover(codex, textFiles(texts), place);
  expect(skills).toHaveLength(1_999);
  const last = candidates.find(({ location }) => location === `${root}/s2004/SKILL.md`);
  expect(last?.notices).toMatchObject([{ code: "passed-over", data: { what: "folders after the first 2000" } }]);
  const inside = numbered(700).flatMap((name) => ["a", "b"].map((each) => [`${root}/${name}/${each}/x`, ""]));
  const roomy = Object.fromEntries(Object.entries(texts).slice(0, 700));
  expect(discover(codex, textFiles({ ...roomy, ...Object.fromEntries(inside) }), place).skills).toHaveLength(700);
});

test("links lead to many folders, but not to any number of them", () => {
  const far = Object.fromEntries(numbered(2_005).map((name) => [`/srv/${name}/SKILL.md`, skill(name)]));
  const links = { [`${root}/more`]: "/srv" };
  const found = discover(openCode, textFiles({ ...far, [`${root}/z/SKILL.md`]: skill("z") }, { links }), place).skills;
  expect(found).toHaveLength(2_000);
  expect(found.map(({ name }) => name)).toContain("z");
});

const walking: Profile = {
  ...keen,
  roots: [{ scope: "project", path: "." }],
  scan: {
    depth: "recursive",
    fileName: { match: "suffix", suffix: "SKILL.md" },
    skipFolders: ["node_modules"],
    follows: { roots: false, folders: false, files: false },
    order: "folder",
    brokenRoot: "skip",
  },
  identity: { name: "frontmatter", collisions: [], order: "found" },
};

test("a harness that walks takes every depth in walking order and keeps doubles", () => {
  const texts = {
    "/workspace/z/SKILL.md": skill("dup", "z"),
    "/workspace/a/deep/MY-SKILL.md": skill("dup", "a"),
    "/workspace/node_modules/x/SKILL.md": skill("x"),
    "/srv/l/SKILL.md": skill("l"),
  };
  const files = textFiles(texts, { links: { "/workspace/ln": "/srv/l", "/workspace/f/SKILL.md": "/srv/l/SKILL.md" } });
  expect(discover(walking, files, place).skills.map(({ location }) => location)).toEqual([
    "/workspace/a/deep/MY-SKILL.md",
    "/workspace/z/SKILL.md",
  ]);
});

test("a starred root is every plugin's, and names its skills by the plugin", () => {
  const plugins: Profile = {
    ...walking,
    roots: [{ scope: "home", path: ".claude/plugins/*/skills" }],
    scan: { ...walking.scan, fileName: { match: "any-case", name: "SKILL.md" } },
    identity: { name: "namespaced", collisions: [{ by: "name" }], order: "name" },
  };
  const base = "/home/user/.claude/plugins";
  const texts = {
    [`${base}/git/skills/commit/skill.md`]: skill("commit"),
    [`${base}/pdf/skills/read/SKILL.md`]: skill("read").replace("---\n", "---\nnamespace: doc\n"),
  };
  expect(discover(plugins, textFiles(texts), place).skills.map(({ name }) => name)).toEqual(["doc:read", "git:commit"]);
});

test("a lenient harness loads what it mends, under the folder's name, and warns", () => {
  const lenient: Profile = {
    ...keen,
    frontmatter: {
      ...keen.frontmatter,
      rulings: {
        ...keen.frontmatter.rulings,
        frontmatter: { verdict: "load", fallback: "folder" },
        name: { verdict: "load", fallback: "folder", reason: "{folder} has no name" },
        description: { verdict: "load", fallback: "empty" },
      },
    },
  };
  const texts = { [`${root}/a/SKILL.md`]: "# Text", [`${root}/b/SKILL.md`]: "---\ndescription: d\n---\n" };
  const { skills, warnings } = discover(lenient, textFiles(texts), place);
  expect(skills.map(({ name, description }) => [name, description])).toEqual([
    ["a", ""],
    ["b", "d"],
  ]);
  expect(warnings).toEqual(["Skill b failed to load: b has no name"]);
});

test("a harness that names by folder says that the frontmatter has another name", () => {
  const byFolder: Profile = {
    ...keen,
    identity: { name: "folder", collisions: [], order: "name", differingName: "{name} is not {folder}" },
  };
  const { skills, warnings } = discover(byFolder, textFiles({ [`${root}/a/SKILL.md`]: skill("b") }), place);
  expect(skills.map(({ name }) => name)).toEqual(["a"]);
  expect(warnings).toEqual(["Skill a failed to load: b is not a"]);
});

test("folders in a dictionary's order are compared by their names alone", () => {
  const at = (name: string) => `/workspace/.claude/skills/${name}/SKILL.md`;
  const names = ["a-b", "a", "ab"].map((name) => [at(name), skill(name)] as const);
  const found = candidatesOf(Object.fromEntries(names), profileById("claude-code"));
  expect(found.map(({ location }) => location)).toEqual(["a", "a-b", "ab"].map(at));
});

test("a folder called SKILL.md keeps Copilot CLI from what lies beside it in a root, and not further below", () => {
  const skills = "/w/app/.github/skills";
  const texts = { [`${skills}/a/SKILL.md`]: skill("a"), [`${skills}/g/b/SKILL.md`]: skill("b") };
  const found = (odd: string) =>
    discover(profileById("copilot-cli"), textFiles({ ...texts, [odd]: "" }), { cwd: "/w/app", home: "/h" }).skills
      .length;
  expect(found(`${skills}/g/SKILL.md/x`)).toBe(2);
  expect(found(`${skills}/SKILL.md/x`)).toBe(0);
});
