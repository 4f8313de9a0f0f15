import { skillsIn, type Tree, usualSkill } from "../../tree.ts";

const repository = { "app/.git/HEAD": "ref: refs/heads/main\n", "app/.git/objects/": "", "app/.git/refs/heads/": "" };
const low = (at: string, name = "low") => skillsIn(`${at}/.claude/skills`, { [name]: usualSkill(name, `in ${at}`) });

function tree(name: string, why: string, files: Tree["files"], more: Partial<Tree> = {}): Tree {
  return {
    name: `touched-${name}`,
    why,
    only: ["claude-code"],
    files: { ...skillsIn("{project}", { same: usualSkill("same", "above") }), "app/pkg/a.ts": "a\n", ...files },
    reads: ["app/pkg/a.ts"],
    calls: [["low"], ["same"]],
    ...more,
  };
}
const ignoring = (text: string, at = "app/.gitignore") =>
  tree(`ignored-${text.replace(/\W+/g, "-")}-${at.length}`, `git ignores ${JSON.stringify(text)} by ${at}`, {
    ...repository,
    ...low("app/pkg"),
    [at]: `${text}\n`,
  });

/** Skills in the folders of files that are read. */
export const touchedTrees: readonly Tree[] = [
  ...["pkg", "pkg/", "/pkg", "pkg/.claude", ".claude", "*", "*\n!pkg", "pkg/*", "pkg/.claude/skills/low", "*.ts"].map(
    (text) => ignoring(text),
  ),
  ignoring(".claude", "app/pkg/.gitignore"),
  ignoring("pkg", "app/.ignore"),
  ignoring("pkg", "app/.git/info/exclude"),
  tree("ignored-without-repository", "a .gitignore without a repository", {
    ...low("app/pkg"),
    "app/.gitignore": "pkg\n",
  }),
  tree("inner-repository", "a repository in the project", {
    ...repository,
    ...low("app/pkg"),
    "app/pkg/.git/HEAD": "ref: refs/heads/main\n",
    "app/pkg/.git/objects/": "",
    "app/pkg/.git/refs/heads/": "",
  }),
  tree(
    "modules",
    "below node_modules",
    { ...low("app/node_modules/m"), "app/node_modules/m/a.ts": "a\n" },
    {
      reads: ["app/node_modules/m/a.ts"],
    },
  ),
  tree("hidden", "below a hidden folder", { ...low("app/.dir"), "app/.dir/a.ts": "a\n" }, { reads: ["app/.dir/a.ts"] }),
  tree(
    "own",
    "a file in a skill's folder, which has skills",
    {
      ...low("app/.claude/skills/same"),
      "app/.claude/skills/same/a.ts": "a\n",
    },
    { reads: ["app/.claude/skills/same/a.ts"] },
  ),
  tree(
    "worktrees",
    "a folder of worktrees",
    {
      ...repository,
      ...low("app/.claude/worktrees/side"),
      "app/.claude/worktrees/side/a.ts": "a\n",
    },
    { reads: ["app/.claude/worktrees/side/a.ts"] },
  ),
  tree(
    "missing-of-paths",
    "a file that is not there, for which a skill is",
    skillsIn("{project}", { low: usualSkill("low", "for files", "Body", 'paths: "src/**/*.ts"') }),
    { reads: ["app/src/deep/none.ts"] },
  ),
  tree("skills-file", "the file of a skill below", low("app/pkg"), { reads: ["app/pkg/.claude/skills/low/SKILL.md"] }),
  tree(
    "downloads",
    "a folder named connector-downloads",
    {
      ...low("app/connector-downloads"),
      "app/connector-downloads/a.ts": "a\n",
    },
    { reads: ["app/connector-downloads/a.ts"] },
  ),
  tree(
    "scratchpad",
    "folders laid out like a session's",
    {
      ...low("app/.artifact-work"),
      "app/.artifact-work/a.ts": "a\n",
    },
    { reads: ["app/.artifact-work/a.ts"] },
  ),
  tree(
    "started-in-downloads",
    "started in a folder named connector-downloads",
    {
      ...low("app/connector-downloads"),
      ...repository,
    },
    { cwd: "app/connector-downloads", reads: [] },
  ),
  ...["extensions", "rpm", "dxt-x", "cowork-managed", "scratch-workspaces", "local-agent-mode-sessions"].map((folder) =>
    tree(
      `named-${folder}`,
      `a folder named ${folder}`,
      {
        ...low(`app/${folder}`),
        [`app/${folder}/a.ts`]: "a\n",
      },
      { reads: [`app/${folder}/a.ts`] },
    ),
  ),
  tree(
    "two-levels",
    "skills in two folders, the deeper one touched first",
    {
      ...low("app/pkg"),
      ...low("app/pkg/web", "deep"),
      "app/pkg/web/b.ts": "b\n",
    },
    { reads: ["app/pkg/web/b.ts", "app/pkg/a.ts"], calls: [["low"], ["deep"]] },
  ),
  tree(
    "one-by-one",
    "the outer folder first",
    {
      ...low("app/pkg"),
      ...low("app/pkg/web", "deep"),
      "app/pkg/web/b.ts": "b\n",
    },
    { reads: ["app/pkg/a.ts", "app/pkg/web/b.ts"], calls: [["low"], ["deep"]] },
  ),
  tree(
    "same-three",
    "one name at three levels",
    {
      ...low("app/pkg", "same"),
      ...low("app/pkg/web", "same"),
      ...low("app/other", "same"),
      "app/pkg/web/b.ts": "b\n",
      "app/other/c.ts": "c\n",
    },
    { reads: ["app/pkg/web/b.ts", "app/other/c.ts"], calls: [["same"], ["pkg:same"], ["web:same"], ["pkg/web:same"]] },
  ),
  tree(
    "own-name",
    "a skill below that is named like the program's",
    { ...low("app/pkg", "init"), ...low("app/pkg", "simplify") },
    {
      calls: [["init"], ["pkg:init"], ["simplify"]],
    },
  ),
  tree(
    "waiting-below",
    "a skill below that waits",
    {
      "app/pkg/.claude/skills/waits/SKILL.md": usualSkill("waits", "w", "W", "paths: '*.ts'"),
      "app/pkg/.claude/skills/never/SKILL.md": usualSkill("never", "n", "N", "paths: '*.py'"),
    },
    { calls: [["waits"], ["never"]] },
  ),
  tree(
    "hidden-below",
    "skills below with switches",
    {
      "app/pkg/.claude/skills/quiet/SKILL.md": usualSkill("quiet", "q", "Q", "disable-model-invocation: true"),
      "app/pkg/.claude/skills/model/SKILL.md": usualSkill("model", "m", "M", "user-invocable: false"),
      "app/pkg/.claude/skills/named/SKILL.md": usualSkill("other", "o"),
      "app/pkg/.claude/skills/bare/SKILL.md": "Just text.\n",
      "app/pkg/.claude/skills/fall/SKILL.md": usualSkill("fall", "f", "F", "fallback: true"),
    },
    { calls: [["quiet"], ["model"], ["named"], ["other"], ["pkg:named"]] },
  ),
  tree("settings-below", "settings below", {
    ...low("app/pkg"),
    "app/pkg/.claude/settings.json": '{"skillOverrides":{"low":"off","same":"off"}}',
  }),
  tree("off-below", "a skill below that is off", {
    ...low("app/pkg"),
    "app/.claude/settings.json": '{"skillOverrides":{"low":"off"}}',
  }),
  tree("named-only-below", "a skill below that is told by name", {
    ...low("app/pkg"),
    "app/.claude/settings.json": '{"skillOverrides":{"low":"name-only"}}',
  }),
  tree(
    "linked-folder",
    "a link to a folder with skills",
    {
      ...low("shared/far"),
      "shared/far/a.ts": "a\n",
    },
    { links: { "app/far": "{world}/shared/far" }, reads: ["app/far/a.ts"] },
  ),
  tree("linked-own", "a link to a folder of skills", skillsIn("shared/skills", { low: usualSkill("low", "l") }), {
    links: { "app/pkg/.claude/skills": "{world}/shared/skills" },
  }),
  tree(
    "above",
    "started below, reads a file above",
    { ...low("app/pkg"), "app/b.ts": "b\n", ...low("app/side"), "app/side/c.ts": "c\n" },
    {
      cwd: "app/pkg",
      reads: ["app/b.ts", "app/side/c.ts"],
    },
  ),
  tree(
    "tilde",
    "a folder with a short name of Windows",
    { ...low("app/PKG~1"), "app/PKG~1/a.ts": "a\n" },
    {
      reads: ["app/PKG~1/a.ts"],
    },
  ),
  tree(
    "blank-name",
    "folders with blanks and signs",
    { ...low("app/a b/日本"), "app/a b/日本/a.ts": "a\n" },
    {
      reads: ["app/a b/日本/a.ts"],
    },
  ),
  tree(
    "angle",
    "a folder with angle brackets",
    { ...low("app/<x>&"), "app/<x>&/a.ts": "a\n", ...low("app/<x>&", "same") },
    {
      reads: ["app/<x>&/a.ts"],
    },
  ),
  {
    ...tree("linked-here", "its folder of skills is a link to one below, which a file is read beside", {}),
    files: { ...low("app/pkg"), "app/pkg/a.ts": "a\n" },
    links: { "{project}": "{world}/app/pkg/.claude/skills" },
    calls: [["low"], ["pkg:low"]],
  },
];
