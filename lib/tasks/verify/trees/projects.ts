import { below, skillsIn, type Tree, usualSkill } from "../tree.ts";

const plain = (name: string) => usualSkill(name, `is ${name}`);
const repository = (at: string) => ({
  [`${at}.git/HEAD`]: "ref: refs/heads/main\n",
  [`${at}.git/config`]: "[core]\n\trepositoryformatversion = 0\n",
  [`${at}.git/objects/`]: "",
  [`${at}.git/refs/heads/`]: "",
});
/** A skill in each folder from the world's down to this one. */
const allAbove = (...folders: readonly string[]) =>
  Object.assign(
    {},
    ...folders.map((at) =>
      skillsIn(`${at}${at && "/"}{folder}`, {
        [`in-${at.replaceAll("/", "-")}`]: plain(`in-${at}`),
        same: usualSkill("same", `same in ${at}`),
      }),
    ),
  ) as Record<string, string>;

const nested = allAbove("app", "app/pkg", "app/pkg/web");

/** Repositories in repositories, worktrees, and folders in which a person may start. */
export const projectTrees: readonly Tree[] = [
  {
    name: "nested-inner",
    why: "a repository in a repository",
    cwd: "app/pkg/web",
    files: { ...nested, ...repository("app/"), ...repository("app/pkg/") },
    line: "/same x",
  },
  {
    name: "nested-here",
    why: "the working folder is a repository in another one",
    cwd: "app/pkg",
    files: { ...nested, ...repository("app/"), ...repository("app/pkg/") },
    calls: [["same"]],
  },
  {
    name: "worktree",
    why: "a worktree of a repository beside it",
    cwd: "app/pkg",
    files: {
      ...nested,
      ...allAbove("main"),
      ...repository("main/"),
      "app/.git": "gitdir: /mnt/main/.git/worktrees/app\n",
      "main/.git/worktrees/app/HEAD": "ref: refs/heads/side\n",
      "main/.git/worktrees/app/commondir": "../..\n",
      "main/.git/worktrees/app/gitdir": "/mnt/app/.git\n",
    },
  },
  {
    name: "worktree-inside",
    why: "a worktree in a folder of its repository",
    cwd: "app/.worktrees/side",
    files: {
      ...nested,
      ...allAbove("app/.worktrees/side"),
      ...repository("app/"),
      "app/.worktrees/side/.git": "gitdir: /mnt/app/.git/worktrees/side\n",
      "app/.git/worktrees/side/HEAD": "ref: refs/heads/side\n",
      "app/.git/worktrees/side/commondir": "../..\n",
      "app/.git/worktrees/side/gitdir": "/mnt/app/.worktrees/side/.git\n",
    },
  },
  {
    name: "submodule",
    why: "a submodule",
    cwd: "app/pkg",
    files: {
      ...nested,
      ...repository("app/"),
      "app/pkg/.git": "gitdir: ../.git/modules/pkg\n",
      "app/.git/modules/pkg/HEAD": "ref: refs/heads/main\n",
      "app/.git/modules/pkg/objects/": "",
      "app/.git/modules/pkg/refs/heads/": "",
    },
  },
  { name: "git-empty", why: "an empty folder .git", cwd: "app/pkg/web", files: { ...nested, "app/pkg/.git/": "" } },
  {
    name: "git-half",
    why: "a folder .git with a HEAD alone",
    cwd: "app/pkg/web",
    files: { ...nested, "app/pkg/.git/HEAD": "ref: refs/heads/main\n" },
  },
  { name: "git-empty-file", why: "an empty file .git", cwd: "app/pkg/web", files: { ...nested, "app/pkg/.git": "" } },
  {
    name: "git-linked",
    why: ".git is a link",
    cwd: "app/pkg/web",
    files: { ...nested, ...repository("shared/repo/") },
    links: { "app/pkg/.git": "{world}/shared/repo/.git" },
  },
  {
    name: "git-dangling",
    why: ".git is a link to nothing",
    cwd: "app/pkg/web",
    files: nested,
    links: { "app/pkg/.git": "{world}/nowhere" },
  },
  {
    name: "git-bare",
    why: "a bare repository",
    cwd: "app",
    files: { ...nested, "app/HEAD": "ref: refs/heads/main\n", "app/objects/": "", "app/refs/heads/": "" },
  },
  ...["hg", "jj", "svn", "sl"].map(
    (kind): Tree => ({
      name: `repository-${kind}`,
      why: `a repository of ${kind}`,
      cwd: "app/pkg/web",
      files: { ...nested, [`app/pkg/.${kind}/x`]: "" },
    }),
  ),
  {
    name: "git-in-home",
    why: "the home folder is a repository",
    cwd: "home/work/pkg",
    files: {
      ...allAbove("home/work", "home/work/pkg"),
      ...skillsIn("{home}", { own: plain("own"), same: usualSkill("same", "of the person") }),
      ...repository("home/"),
    },
    calls: [["same"]],
  },
  {
    name: "git-in-world",
    why: "a repository around project and home",
    cwd: "app/pkg",
    files: { ...nested, ...allAbove("home"), ...repository("") },
  },
  {
    name: "git-below-home",
    why: "a repository below the home folder",
    cwd: "home/work/pkg",
    files: {
      ...allAbove("home", "home/work", "home/work/pkg"),
      ...skillsIn("{home}", { own: plain("own") }),
      ...repository("home/work/"),
    },
  },
  {
    name: "cwd-in-skill",
    why: "started in a skill's folder",
    cwd: "{project}/alpha",
    files: { ...skillsIn("{project}", { alpha: plain("alpha"), beta: plain("beta") }), ...repository("app/") },
  },
  {
    name: "cwd-in-own",
    why: "started in the harness's own folder",
    cwd: "{own}",
    files: { ...skillsIn("{project}", { alpha: plain("alpha") }), ...repository("app/") },
  },
  {
    name: "cwd-in-own-of-home",
    why: "started in the harness's folder of the person",
    cwd: "home/{own}",
    files: skillsIn("{home}", { alpha: plain("alpha") }),
  },
  {
    name: "cwd-in-modules",
    why: "started below node_modules",
    cwd: "app/node_modules/m",
    files: { ...allAbove("app", "app/node_modules/m"), ...repository("app/") },
  },
  {
    name: "cwd-unicode",
    why: "started in a folder with signs in its name",
    cwd: "app/a b/日本/it's",
    files: { ...allAbove("app", "app/a b/日本/it's"), ...repository("app/") },
    calls: [["same"]],
  },
  {
    name: "cwd-deep",
    why: "started ten folders down",
    cwd: "app/a/b/c/d/e/f/g/h/i",
    files: { ...allAbove("app", "app/a/b/c/d/e", "app/a/b/c/d/e/f/g/h/i"), ...repository("app/") },
  },
  { name: "cwd-above-others", why: "started above two projects", files: allAbove("app", "app/one", "app/two") },
  {
    name: "instructions-beside",
    why: "files of instructions, agents, rules and servers beside",
    files: {
      ...nested,
      ...Object.fromEntries(
        [
          "CLAUDE.md",
          "CLAUDE.local.md",
          "AGENTS.md",
          "AGENTS.override.md",
          "GEMINI.md",
          "QWEN.md",
          ".cursorrules",
          "{own}/CLAUDE.md",
        ].flatMap((file) =>
          file.startsWith("{own}") ? [[file, "Rules.\n"]] : [[`app/${file}`, "Say little. Use /same and $same.\n"]],
        ),
      ),
      ...below("{own}", {
        "agents/helper.md": "---\nname: helper\ndescription: helps\nskills: same\n---\nHelp.\n",
        "agents/SKILL.md": plain("agent"),
        "rules/a.md": "Rule.\n",
        "hooks/h.sh": "exit 0\n",
        "output-styles/o.md": "---\nname: o\ndescription: o\n---\nO.\n",
        "prompts/p.md": "P\n",
        "workflows/w.md": "W\n",
      }),
      "app/.mcp.json": '{"mcpServers":{}}',
      "app/package.json": '{"name":"app","workspaces":["pkg"]}',
    },
    calls: [["same"], ["helper"]],
  },
  {
    name: "skills-elsewhere",
    why: "skills in folders that no harness names",
    files: {
      ...skillsIn("app/skills", { a: plain("a") }),
      ...skillsIn("app/.skills", { b: plain("b") }),
      ...skillsIn("app/skill", { c: plain("c") }),
      ...skillsIn("app/docs/skills", { d: plain("d") }),
      "app/SKILL.md": plain("e"),
      "app/pkg/SKILL.md": plain("f"),
      "{own}/SKILL.md": plain("g"),
      "home/SKILL.md": plain("h"),
    },
  },
  {
    name: "own-as-file",
    why: "the harness's own folder is a file",
    files: { "app/{own}": "x\n", ...skillsIn("{home}", { alpha: plain("alpha") }) },
  },
  {
    name: "root-as-file",
    why: "the folder of skills is a file",
    files: { "{project}": "x\n", ...skillsIn("{home}", { alpha: plain("alpha") }) },
  },
  { name: "root-empty", why: "empty folders of skills", files: { "{project}/": "", "{home}/": "" } },
  {
    name: "skill-as-folder",
    why: "SKILL.md is a folder",
    files: {
      "{project}/a/SKILL.md/SKILL.md": plain("a"),
      "{project}/b/SKILL.md/": "",
      ...skillsIn("{project}", { c: plain("c") }),
    },
  },
  {
    name: "links-of-files",
    why: "SKILL.md is a link: to a file outside, to one inside, to nothing, to a folder, over another link",
    files: {
      "shared/x.md": plain("x"),
      ...skillsIn("{project}", { real: plain("real") }),
      ...skillsIn("shared", { folder: plain("folder") }),
    },
    links: {
      "{project}/a/SKILL.md": "{world}/shared/x.md",
      "{project}/b/SKILL.md": "../real/SKILL.md",
      "{project}/c/SKILL.md": "{world}/nowhere",
      "{project}/d/SKILL.md": "{world}/shared/folder",
      "{project}/e/SKILL.md": "../a/SKILL.md",
    },
    calls: [["a"], ["x"], ["b"], ["real"]],
  },
  {
    name: "links-of-folders",
    why: "skills' folders are links: relative, over another link, to a file, to a root, to a folder above, round",
    files: {
      ...skillsIn("shared", { one: plain("one"), two: plain("two") }),
      "shared/file.md": plain("file"),
      ...skillsIn("{project}", { real: plain("real") }),
      ...skillsIn("shared/many", { three: plain("three") }),
    },
    links: {
      "{project}/a": "{world}/shared/one",
      "{project}/b": "a",
      "{project}/c": "{world}/shared/file.md",
      "{project}/d": "{world}/shared/many",
      "{project}/e": "..",
      "{project}/f": "g",
      "{project}/g": "f",
      "{project}/h": "real",
    },
    calls: [["a"], ["one"], ["b"], ["h"]],
  },
  {
    name: "links-of-own",
    why: "the harness's own folders are links to one place",
    files: skillsIn("shared/skills", { alpha: plain("alpha"), beta: plain("beta") }),
    links: { "{own}": "{world}/shared", "home/{own}": "{world}/shared" },
    calls: [["alpha"]],
  },
  {
    name: "links-to-home",
    why: "the project's root is a link to the person's",
    files: skillsIn("{home}", { alpha: plain("alpha") }),
    links: { "{project}": "{world}/home/.claude/skills" },
    only: ["claude-code"],
  },
  {
    name: "link-of-root-dangling",
    why: "the folder of skills is a link to nothing",
    files: skillsIn("{home}", { alpha: plain("alpha") }),
    links: { "{project}": "{world}/nowhere" },
  },
  {
    name: "link-of-root-to-file",
    why: "the folder of skills is a link to a file",
    files: { ...skillsIn("{home}", { alpha: plain("alpha") }), "shared/x": "x" },
    links: { "{project}": "{world}/shared/x" },
  },
  {
    name: "ignored-by-git",
    why: "skills that git ignores",
    files: { ...nested, ...repository("app/"), "app/.gitignore": "in-*\n.*/\n", "{project}/.gitignore": "*\n" },
  },
];
