import { below, skillsIn, type Tree, usualSkill } from "../../tree.ts";

const plain = (name: string) => usualSkill(name, `is ${name}`);
const inHome = "home/.qwen/settings.json";
const inProject = "app/.qwen/settings.json";
/** Without this it asks who somebody is. */
const signedIn = { security: { auth: { selectedType: "openai" } } };

const files = {
  ...skillsIn("{project}", { alpha: plain("alpha"), beta: plain("beta") }),
  ...skillsIn("{home}", { gamma: plain("gamma") }),
  ...below("shared/more", {
    "added/SKILL.md": plain("added"),
    "alpha/SKILL.md": plain("alpha"),
    "gamma/SKILL.md": usualSkill("gamma", "the added one"),
  }),
  ...below("app/tools", {
    "tool/SKILL.md": plain("tool"),
    "added/SKILL.md": usualSkill("added", "of the project's folder"),
    "deep/er/SKILL.md": plain("er"),
  }),
  ...below("home/own", { "mine/SKILL.md": plain("mine") }),
};

/** What `skills` is in the person's settings, then in the project's. */
const settings: readonly (readonly [home: unknown, project: unknown])[] = [
  [undefined, { directories: ["{world}/shared/more"] }],
  [{ directories: ["{world}/shared/more"] }, undefined],
  [undefined, { directories: ["tools", "./tools", " ~/own "] }],
  [{ directories: ["../shared/more"] }, { directories: ["tools"] }],
  [{ directories: ["tools"] }, { directories: ["../shared/more", "", 5, "nothing"] }],
  [undefined, { directories: "tools" }],
  [undefined, { directories: ["tools/tool", "tools/tool/SKILL.md", "~"] }],
  [undefined, { directories: ["~/.qwen/skills", ".qwen/skills"] }],
  [undefined, ["tools"]],
  [undefined, ["alpha"]],
  [undefined, { disabled: ["tool"], directories: ["tools"] }],
  [undefined, { defaultDisabled: ["alpha"] }],
  [{ enabled: ["alpha"] }, { defaultDisabled: ["ALPHA", " beta "] }],
  [undefined, { defaultDisabled: ["alpha"], enabled: ["alpha"], disabled: ["alpha"] }],
];

/** Settings that add folders of skills, and turn skills off. */
export const qwenSettingsTrees: readonly Tree[] = settings.map(
  ([home, project], index): Tree => ({
    name: `qwen-skills-${index}`,
    why: JSON.stringify([home, project]),
    only: ["qwen-code"],
    files: {
      ...files,
      [inHome]: JSON.stringify({ ...signedIn, skills: home }),
      [inProject]: JSON.stringify({ skills: project }),
    },
    calls: [["alpha"], ["added"], ["gamma"], ["tool"]],
  }),
);
