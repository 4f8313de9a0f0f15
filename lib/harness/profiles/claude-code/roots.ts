import type { Root, Scan } from "#lib/harness/vocabulary/discovery.ts";

/** A skill is a folder directly in a root. */
export const folders: Scan = {
  depth: "one-level",
  fileName: { match: "exact", names: ["SKILL.md"] },
  skipFolders: [],
  follows: { roots: true, folders: true, files: true },
  order: "dictionary",
  brokenRoot: "skip",
};

const ofPlugin: Scan = { ...folders, order: "plain-dictionary" };

/** Each file is a skill, at any depth. */
const commands: Scan = {
  ...folders,
  depth: "recursive",
  fileName: { match: "suffix", suffix: ".md" },
  order: "shallow-first",
  skillAlone: true,
};
const commandFiles = { takesInstalls: false, scan: commands, namedBy: "path" } as const;

/** A folder with a SKILL.md is one command. */
const pluginCommands: Scan = {
  ...commands,
  fileName: { match: "suffix", suffix: ".md", anyCase: true },
  stopsAtSkill: true,
};
/** Plugins that lie in the person's folder of skills. */
const inFolders = {
  scope: "home",
  level: "plugin",
  named: ".claude-plugin/plugin.json",
  market: "skills-dir",
  tellsDescribed: true,
  staysIn: "plugin",
} as const;
const ofPlugins = {
  manifest: "installed_plugins.json",
  level: "plugin",
  tellsDescribed: true,
  staysIn: "plugin",
} as const;

/** The folder of skills that are downloaded from claude.ai: each account has one in it, which counts where that one is signed in. */
const reserves = ["synced"];

/** Where Claude Code looks for skills and commands. */
export const roots: readonly Root[] = [
  { scope: "machine", path: "/etc/claude-code/.claude/skills", level: "enterprise", takesInstalls: false, reserves },
  { scope: "home", path: ".claude/skills", level: "personal", reserves },
  {
    scope: "project",
    path: ".claude/skills",
    level: "project",
    reserves,
    alsoIn: ["above-to-home", "added", "touched"],
  },
  { scope: "home", path: ".claude/commands", level: "personal", ...commandFiles },
  {
    scope: "project",
    path: ".claude/commands",
    level: "project",
    ...commandFiles,
    alsoIn: ["above-to-home", "added"],
  },
  { ...inFolders, path: ".claude/skills/*/commands", scan: pluginCommands, namedBy: "path" },
  { ...inFolders, path: ".claude/skills/*/skills", scan: ofPlugin },
  { scope: "home", path: ".claude/plugins/*/commands", ...ofPlugins, scan: pluginCommands, namedBy: "path" },
  { scope: "home", path: ".claude/plugins/*/skills", ...ofPlugins, scan: ofPlugin },
];
