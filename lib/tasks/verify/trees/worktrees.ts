import { below, skillsIn, type Tree, usualSkill } from "../tree.ts";

const skill = (at: string) =>
  skillsIn(`${at}/{folder}`, {
    [`in-${at.replaceAll("/", "-")}`]: usualSkill(`in-${at.replaceAll("/", "-")}`, `in ${at}`),
    same: usualSkill("same", `same in ${at}`),
  });
const main = below("main", {
  ".git/HEAD": "ref: refs/heads/main\n",
  ".git/config": "[core]\n\trepositoryformatversion = 0\n",
  ".git/objects/": "",
  ".git/refs/heads/": "",
  ".git/worktrees/app/HEAD": "ref: refs/heads/side\n",
  ".git/worktrees/app/commondir": "../..\n",
  ".git/worktrees/app/gitdir": "/mnt/app/.git\n",
});
const linked = { ...main, "app/.git": "gitdir: /mnt/main/.git/worktrees/app\n" };

function tree(name: string, why: string, files: Tree["files"], more: Partial<Tree> = {}): Tree {
  return { name: `worktree-${name}`, why, files, calls: [["same"], ["in-main"]], line: "/same x", ...more };
}

/** Worktrees, and what of their repositories counts in them. */
export const worktreeTrees: readonly Tree[] = [
  tree("without-own", "a worktree without skills of its own", { ...linked, ...skill("main") }),
  tree("without-own-below", "the same, started below", { ...linked, ...skill("main") }, { cwd: "app/pkg" }),
  tree(
    "own-below",
    "skills below the worktree's root alone",
    { ...linked, ...skill("main"), ...skill("app/pkg") },
    { cwd: "app/pkg" },
  ),
  tree("empty-own", "an empty folder of skills in the worktree", { ...linked, ...skill("main"), "{project}/": "" }),
  tree(
    "commands",
    "commands of the repository",
    {
      ...linked,
      ...below("main/.claude/commands", { "m.md": "---\ndescription: m\n---\nM\n" }),
      ...skill("app"),
    },
    { only: ["claude-code"], calls: [["m"], ["same"]] },
  ),
  tree(
    "settings",
    "settings of the repository",
    {
      ...linked,
      ...skill("main"),
      "main/.claude/settings.json": '{"skillOverrides":{"same":"off"}}',
      "main/.claude/settings.local.json": '{"skillOverrides":{"in-main":"off"}}',
    },
    { only: ["claude-code"] },
  ),
  tree(
    "broken",
    "a worktree whose repository is gone",
    { "app/.git": "gitdir: /mnt/nowhere/.git/worktrees/app\n", ...skill("app") },
    { cwd: "app/pkg" },
  ),
  tree("relative", "a relative path to the repository", {
    ...main,
    ...skill("main"),
    "app/.git": "gitdir: ../main/.git/worktrees/app\n",
  }),
  tree("no-commondir", "a repository that says nothing of its own folder", {
    ...skill("main"),
    "main/.git/HEAD": "ref: refs/heads/main\n",
    "main/.git/objects/": "",
    "main/.git/refs/heads/": "",
    "main/.git/worktrees/app/HEAD": "ref: refs/heads/side\n",
    "app/.git": "gitdir: /mnt/main/.git/worktrees/app\n",
  }),
  tree("wrong-way-back", "a worktree that the repository places elsewhere", {
    ...linked,
    ...skill("main"),
    "main/.git/worktrees/app/gitdir": "/mnt/other/.git\n",
  }),
  tree(
    "inside-claude",
    "a worktree in the harness's own folder",
    {
      ...skill("app"),
      "app/.git/HEAD": "ref: refs/heads/main\n",
      "app/.git/config": "[core]\n\trepositoryformatversion = 0\n",
      "app/.git/objects/": "",
      "app/.git/refs/heads/": "",
      "app/.git/worktrees/side/HEAD": "ref: refs/heads/side\n",
      "app/.git/worktrees/side/commondir": "../..\n",
      "app/.git/worktrees/side/gitdir": "/mnt/app/.claude/worktrees/side/.git\n",
      "app/.claude/worktrees/side/.git": "gitdir: /mnt/app/.git/worktrees/side\n",
      "app/.claude/worktrees/side/a.ts": "a\n",
    },
    { cwd: "app/.claude/worktrees/side" },
  ),
];
