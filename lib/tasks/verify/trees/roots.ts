import { skillsIn, type Tree, usualSkill } from "../tree.ts";

/** Folders in which some harness looks for skills, relative to the project or the home folder. */
const folders = [
  ...[".agent", ".agents", ".augment", ".claude", ".cline", ".clinerules", ".codex", ".config/agents", ".config/amp"],
  ...[".config/kilo", ".config/opencode", ".copilot", ".crush", ".cursor", ".factory", ".gemini", ".github", ".goose"],
  ...[".junie", ".kilo", ".kilocode", ".kimi", ".kiro", ".opencode", ".pi", ".pi/agent", ".qwen", ".roo", ".vibe"],
  ...[".windsurf", ".codeium/windsurf"],
];

const everywhere = (["app", "home"] as const).flatMap((side) =>
  folders.map((folder) => ({ at: `${side}/${folder}/skills`, name: `${side}${folder.replace(/[./]+/g, "-")}` })),
);

const inAll = (text: (name: string, at: string) => string, folder: (name: string) => string) =>
  Object.fromEntries(
    everywhere.flatMap(({ at, name }) => Object.entries(skillsIn(at, { [folder(name)]: text(name, at) }))),
  );

/** Which folders count, and which of several skills with one name. */
export const rootTrees: readonly Tree[] = [
  {
    name: "roots-all",
    why: "a skill in every harness's folder",
    files: inAll(
      (name, at) => usualSkill(name, `in ${at}`),
      (name) => name,
    ),
  },
  {
    name: "roots-same",
    why: "one skill in every harness's folder",
    files: inAll(
      (_, at) => usualSkill("same", `in ${at}`),
      () => "same",
    ),
    line: "/same x",
    calls: [["same"]],
  },
  ...["app", "home"].map(
    (side): Tree => ({
      name: `roots-${side}`,
      why: "the same, on one side alone",
      files: Object.fromEntries(
        everywhere
          .filter(({ at }) => at.startsWith(side))
          .map(({ at }) => [`${at}/same/SKILL.md`, usualSkill("same", `in ${at}`)]),
      ),
    }),
  ),
  {
    name: "roots-names",
    why: "folders that are called otherwise",
    files: {
      ...skillsIn("{own}/skill", { singular: usualSkill("singular", "in skill/") }),
      ...skillsIn("app/skills", { bare: usualSkill("bare", "in ./skills") }),
      ...skillsIn("{own}/Skills", { capital: usualSkill("capital", "in Skills/") }),
    },
  },
];
