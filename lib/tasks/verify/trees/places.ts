import { below, skillsIn, type Tree, usualSkill } from "../tree.ts";

const git = { "app/.git/HEAD": "ref: refs/heads/main\n", "app/.git/objects/": "", "app/.git/refs/heads/": "" };
const plain = (name: string) => usualSkill(name, `is ${name}`);

/** Where a skill lies, and its name there. */
export const placeTrees: readonly Tree[] = [
  { name: "nothing-but-a-file", why: "no skill at all", files: { "app/readme.txt": "x" } },
  { name: "project", why: "one of the project", files: { "{project}/alpha/SKILL.md": plain("alpha") }, line: "/alpha" },
  { name: "person", why: "one of the person", files: { "{home}/alpha/SKILL.md": plain("alpha") }, line: "/alpha x" },
  {
    name: "both",
    why: "one folder in both roots",
    files: {
      ...skillsIn("{project}", { alpha: usualSkill("alpha", "of the project"), p: plain("p") }),
      ...skillsIn("{home}", { alpha: usualSkill("alpha", "of the person"), h: plain("h") }),
    },
    line: "/alpha x",
  },
  {
    name: "order",
    why: "how rows are put in order",
    files: skillsIn(
      "{project}",
      Object.fromEntries(
        ["zeta", "alpha", "Beta", "_x", "a-b", "a.b", "ab", "é", "10", "9"].map((each) => [each, plain(each)]),
      ),
    ),
  },
  {
    name: "same-label",
    why: "two folders with one name",
    files: skillsIn("{project}", { one: usualSkill("same", "first"), two: usualSkill("same", "second") }),
    calls: [["same"], ["two"]],
  },
  ...["other", '"Other Name"', "42", '"a (b)"', "<b>", '" padded "', "a:b", "日本"].map(
    (label, index): Tree => ({
      name: `label-${index}`,
      why: `a name that is not the folder's: ${label}`,
      files: { "{project}/one/SKILL.md": usualSkill(label, "d") },
      line: `/${label.replaceAll('"', "").trim()} x`,
      calls: [[label.replaceAll('"', "")], ["one", "y"]],
    }),
  ),
  {
    name: "nested",
    why: "folders of folders",
    files: skillsIn("{project}", {
      outer: plain("outer"),
      "outer/sub": plain("sub"),
      "group/inner": plain("inner"),
      "a/b/c/deep": plain("deep"),
    }),
  },
  ...[git, {}].map(
    (repository, index): Tree => ({
      name: `parents-${index}`,
      why: index === 0 ? "folders above, up to .git" : "folders above without .git",
      cwd: "app/pkg/web",
      files: {
        ...repository,
        ...skillsIn("{project}", { top: plain("top"), same: usualSkill("same", "at the top") }),
        ...skillsIn("app/pkg/{folder}", { mid: plain("mid"), same: usualSkill("same", "in the middle") }),
        ...skillsIn("app/pkg/web/{folder}", { low: plain("low"), same: usualSkill("same", "at the bottom") }),
        ...skillsIn("{folder}", { above: plain("above") }),
      },
      line: "/same x",
    }),
  ),
  {
    name: "parents-home",
    why: "below the home folder, without .git",
    cwd: "home/work/pkg",
    files: {
      ...skillsIn("{folder}", { above: plain("above") }),
      ...skillsIn("home/work/{folder}", { mid: plain("mid") }),
      ...skillsIn("{home}", { own: plain("own") }),
    },
  },
  {
    name: "git-file",
    why: ".git is a file",
    cwd: "app/pkg",
    files: {
      "app/.git": "gitdir: /nowhere\n",
      ...skillsIn("{folder}", { above: plain("above") }),
      ...skillsIn("{project}", { top: plain("top") }),
    },
  },
  {
    name: "home-is-cwd",
    why: "the home folder is the working folder",
    cwd: "home",
    files: skillsIn("{home}", { alpha: plain("alpha") }),
  },
  {
    name: "linked-root",
    why: "the skills folder is a link",
    files: skillsIn("shared/skills", { alpha: plain("alpha") }),
    links: { "{project}": "{world}/shared/skills" },
  },
  {
    name: "linked-folder",
    why: "a skill's folder is a link",
    files: skillsIn("shared", { real: plain("real") }),
    links: { "{project}/linked": "{world}/shared/real" },
    calls: [["linked"]],
  },
  {
    name: "linked-twice",
    why: "two links to one folder",
    files: skillsIn("shared", { real: plain("real") }),
    links: { "{project}/b": "{world}/shared/real", "{project}/a": "{world}/shared/real" },
  },
  {
    name: "dangling",
    why: "a link to nothing",
    files: skillsIn("{project}", { alpha: plain("alpha") }),
    links: { "{project}/gone": "{world}/nowhere" },
  },
  {
    name: "root-file",
    why: "files directly in the root",
    files: {
      ...below("{project}", { "SKILL.md": plain("rooty"), "loose.md": plain("loose") }),
      ...skillsIn("{project}", { alpha: plain("alpha") }),
    },
  },
  {
    name: "file-case",
    why: "spellings of the file's name",
    files: below("{project}", {
      "lower/skill.md": plain("lower"),
      "mixed/Skill.md": plain("mixed"),
      "upper/SKILL.MD": plain("upper"),
      "usual/SKILL.md": plain("usual"),
    }),
  },
  {
    name: "commands",
    why: "the folder of commands",
    only: ["claude-code"],
    files: {
      ...below("{own}/commands", {
        "cmd.md": "---\ndescription: a command\n---\nCommand $ARGUMENTS\n",
        "bare.md": "Bare text.\n",
        "sub/deep.md": "---\ndescription: deeper\n---\nDeep.\n",
        "alpha.md": "---\ndescription: of the same name\n---\nCommand alpha.\n",
        "empty.md": "",
      }),
      "home/{own}/commands/zcmd.md": "---\ndescription: of the person\n---\nZ\n",
      "home/{own}/commands/acmd.md": "---\ndescription: of the person\n---\nA\n",
      ...skillsIn("{project}", { alpha: plain("alpha") }),
    },
    line: "/cmd one",
    calls: [["sub:deep"], ["empty"], ["deep"]],
  },
  {
    name: "below",
    why: "skills of a folder below, once a file there is read",
    only: ["claude-code"],
    files: {
      ...skillsIn("{project}", { same: usualSkill("same", "at the top") }),
      ...skillsIn("app/pkg/{folder}", {
        same: usualSkill("same", "below"),
        low: usualSkill("low", "below", "b", "when_to_use: always"),
      }),
      "app/pkg/a.ts": "a",
    },
    reads: ["app/pkg/a.ts"],
    calls: [["low"], ["pkg:same"]],
  },
];
