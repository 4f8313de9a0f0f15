import { skillsIn, type Tree, usualSkill } from "../../tree.ts";

const skills = {
  ...skillsIn("{project}", { alpha: usualSkill("alpha", "a"), Beta: usualSkill("Beta", "b") }),
  ...skillsIn("{home}", { gamma: usualSkill("gamma", "c") }),
};
const calls = [["alpha"], ["Beta"], ["gamma"]] as const;
const inHome = "home/.gemini/settings.json";
const inProject = "app/.gemini/settings.json";
const signedIn = { security: { auth: { selectedType: "gemini-api-key" } } };

const ofHome = [
  { skills: { disabled: ["alpha"] } },
  { skills: { disabled: ["BETA", "Gamma"] } },
  { skills: { disabled: [" alpha "] } },
  { skills: { disabled: ["skill-creator"] } },
  { skills: { disabled: ["alpha", "Beta", "gamma", "skill-creator", "antigravity-support"] } },
  { skills: { disabled: [] } },
  { skills: { disabled: ["alpha", 7] } },
  { skills: { enabled: false } },
  { skills: { enabled: true, disabled: ["alpha"] } },
  { skills: { disabled: [`\${NOPE:-alpha}`] } },
  { skills: [] },
  { skills: null },
  { folderTrust: true, security: { ...signedIn.security, folderTrust: { enabled: true } } },
];
/** In the person's settings, then in the project's. */
const ofBoth = [
  [{ skills: { disabled: ["alpha"] } }, { skills: { disabled: ["gamma"] } }],
  [{ skills: { disabled: ["alpha"] } }, { skills: { disabled: [] } }],
  [{ skills: { enabled: false } }, { skills: { enabled: true } }],
  [{ skills: { enabled: true } }, { skills: { enabled: false } }],
  // Each file alone would end it, or turn a skill off.
  [{ skills: { disabled: 7 } }, { skills: 7 }],
  [{ skills: { disabled: [7] } }, { skills: null }],
  [{ skills: { disabled: "alpha" } }, { skills: [] }],
  [{ skills: { disabled: ["alpha"] } }, { skills: "x" }],
  [{ skills: { disabled: ["alpha"] } }, { skills: {} }],
  [{ skills: 7 }, { skills: { disabled: ["Beta"] } }],
  [{ skills: { disabled: ["alpha"] } }, { skills: { disabled: "Beta" } }],
  [{ skills: { disabled: ["alpha"] } }, { skills: { disabled: 7 } }],
  [{ skills: { disabled: { alpha: true } } }, { skills: { disabled: ["Beta"] } }],
  [{ skills: ["alpha"] }, { skills: { disabled: ["Beta"] } }],
  [{ skills: 7 }, { skills: { disabled: null } }],
  [{ tools: ["x"] }, { tools: null }],
  [{ skills: { enabled: false } }, { skills: { enabled: null } }],
  [{ policyPaths: null }, { policyPaths: "x" }],
  [{ policyPaths: 7 }, { policyPaths: "x" }],
  [{ ui: { theme: ["x"] } }, { ui: { theme: "x" } }],
  [{ context: { includeDirectories: 7 } }, { context: { includeDirectories: null } }],
  [{ mcp: { allowed: ["x"] } }, { mcp: { allowed: 7 } }],
  [{ modelConfigs: { overrides: 7 } }, { modelConfigs: { overrides: null } }],
] as const;

/** Lists of skills that are off, and the switch for all. */
export const geminiSettingsTrees: readonly Tree[] = [
  ...ofHome.map(
    (settings, index): Tree => ({
      name: `gemini-home-${index}`,
      why: JSON.stringify(settings),
      only: ["gemini-cli"],
      files: { ...skills, [inHome]: JSON.stringify({ ...signedIn, ...settings }) },
      calls,
    }),
  ),
  ...ofBoth.map(
    ([home, project], index): Tree => ({
      name: `gemini-both-${index}`,
      why: `${JSON.stringify(home)}, then ${JSON.stringify(project)}`,
      only: ["gemini-cli"],
      files: {
        ...skills,
        [inHome]: JSON.stringify({ ...signedIn, ...home }),
        [inProject]: JSON.stringify(project),
      },
      calls,
    }),
  ),
  {
    name: "gemini-settings-of-home",
    why: "started in the home folder, whose settings count once",
    only: ["gemini-cli"],
    cwd: "home",
    files: { ...skills, [inHome]: JSON.stringify({ ...signedIn, skills: { disabled: ["gamma"] } }) },
    calls,
  },
  {
    name: "gemini-settings-above",
    why: "settings of the folder above are not read",
    only: ["gemini-cli"],
    cwd: "app/pkg",
    files: {
      ...skillsIn("app/pkg/.gemini/skills", { alpha: usualSkill("alpha", "a") }),
      [inProject]: JSON.stringify({ skills: { disabled: ["alpha"] } }),
    },
    calls,
  },
];
