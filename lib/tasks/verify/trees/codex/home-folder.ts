import { skillsIn, type Tree, usualSkill } from "../../tree.ts";

const ofHome = {
  ...skillsIn("home/.codex/skills", { one: usualSkill("b-codex", "in its folder") }),
  ...skillsIn("home/.agents/skills", { two: usualSkill("a-agents", "for all agents") }),
};
const ofWork = {
  ...skillsIn("home/work/.codex/skills", { three: usualSkill("z-work", "in the project") }),
  ...skillsIn("home/work/.agents/skills", { four: usualSkill("y-work", "in the project, for all") }),
};
const git = { "home/.git/HEAD": "ref: refs/heads/main\n", "home/.git/objects/": "", "home/.git/refs/heads/": "" };

const tree = (name: string, why: string, { files, cwd }: Pick<Tree, "files" | "cwd">): Tree => ({
  name: `codex-home-${name}`,
  why,
  only: ["codex"],
  files: { ...ofHome, ...files },
  cwd: cwd ?? "home",
  line: "$b-codex",
});

/** Its folders in the home folder where that is the project, or around it. */
export const codexHomeTrees: readonly Tree[] = [
  tree("started", "started in the home folder", { files: {} }),
  tree("below", "started in a folder below", { files: ofWork, cwd: "home/work" }),
  tree("in-git", "started in a folder of a repository that is the home folder", {
    files: { ...ofWork, ...git },
    cwd: "home/work",
  }),
];
