import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { OwnSkill } from "#lib/harness/vocabulary/catalog.ts";
import type { Scan } from "#lib/harness/vocabulary/discovery.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { all, texts } from "#lib/skills/json-forms.ts";
import { copilotCliShell } from "./shell-tools.ts";
import { guardedWorkingFolder, openSkills, writeToolsNamed } from "./standard-access.ts";
import { fieldlessPassedOver, newChat, reload, slashed, tellsReason } from "./usual-parts.ts";

const passedOver: Ruling = { verdict: "reject" };
const described: Ruling = { verdict: "load", fallback: "first-line" };
const namedByFolder: Ruling = { verdict: "load", fallback: "folder" };

const search = {
  depth: "recursive",
  skipFolders: [],
  skipHidden: true,
  follows: { roots: true, folders: true, files: true },
  order: "folder",
  brokenRoot: "skip",
} as const;

const folders: Scan = {
  ...search,
  fileName: { match: "exact", names: ["SKILL.md"] },
  stopsAtSkill: true,
  rootStopsAtAny: true,
};

/** Files directly in the folder. */
const commands: Scan = { ...search, fileName: { match: "suffix", suffix: ".md", anyCase: true }, maxDepth: 0 };

const settings = { scope: "home", path: ".copilot/settings.json" } as const;

/** With a value of another type its settings say nothing. */
const checked = all(
  [texts, "null"],
  "disabledSkills disabled_skills skillDirectories skill_directories ignoredSkillsLocations",
);

const ofProject = {
  scope: "project",
  level: "project",
  levelAbove: "inherited",
  says: "project",
  alsoIn: ["above-and-home"],
} as const;

/** The skills that 1.0.102 bundles. */
const own: readonly OwnSkill[] = [
  { name: "customize-cloud-agent", columns: 319 },
  { name: "github-pr-media", columns: 216 },
];

const context = [
  '<skill-context name="{name}">',
  "Base directory for this skill: {directory}",
  "{#grouped}",
  "{#sums}Summarized directories:\n{#large}  - {relative}/ ({count} items)\n{/large}{/sums}{#lists}Related files (use view tool to read):",
  "{#listed}  - {path}\n{/listed}{#cut}  ...and more files (listing truncated)\n{/cut}{/lists}{/grouped}",
  "{content}",
  "</skill-context>",
].join("\n");

/** Copilot CLI 1.0.102, by the behaviour of the program. */
export const copilotCli: Profile = {
  id: "copilot-cli",
  label: "Copilot CLI",
  roots: [
    { ...ofProject, path: ".github/skills" },
    { ...ofProject, path: ".agents/skills" },
    { ...ofProject, path: ".claude/skills", avoidsHome: true },
    { scope: "home", path: ".copilot/skills", level: "personal-copilot", says: "user" },
    { scope: "home", path: ".agents/skills", level: "personal-agents", says: "user" },
    {
      ...ofProject,
      path: ".claude/commands",
      avoidsHome: true,
      takesInstalls: false,
      followsOwn: true,
      scan: commands,
    },
  ],
  addedRoots: {
    files: [settings],
    keys: [["skillDirectories"], ["skill_directories"]],
    checked,
    counts: "all",
    plainTilde: true,
    like: { level: "custom", takesInstalls: false },
  },
  ignoredRoots: { ...settings, key: "ignoredSkillsLocations" },
  scan: folders,
  frontmatter: {
    fence: "padded-lines",
    ignoresMark: true,
    dialect: { kind: "mended", mustBeText: [], quotes: "nothing", scalars: "typed" },
    trim: "name",
    rulings: {
      ...fieldlessPassedOver,
      mapping: described,
      "field-types": {
        verdict: "reject",
        types: {
          name: ["text"],
          description: ["text"],
          "argument-hint": ["text", "null"],
          "allowed-tools": ["text", "texts"],
          "user-invocable": ["bool"],
          "disable-model-invocation": ["bool"],
        },
      },
      name: namedByFolder,
      description: described,
      "name-text": passedOver,
      "description-text": { verdict: "load", fallback: "empty" },
      "name-pattern": {
        verdict: "reject",
        pattern: "[A-Za-z0-9][A-Za-z0-9 ._:-]{0,63}",
        takes: "up to 64 letters, digits, blanks and . _ : - behind a letter or digit",
      },
      "description-length": { verdict: "reject", limit: 1024 },
    },
    firstLine: { lines: 3, limit: 1024, ending: "", none: { folder: "", file: "" } },
    ...tellsReason,
    body: "as-written",
    keeps: ["argument-hint", "allowed-tools", "hiding"],
  },
  identity: {
    name: "frontmatter",
    replaces: { characters: " ", by: "-", runs: true },
    collisions: [{ by: "target" }, { by: "name" }],
    order: "runs",
  },
  states: {
    kind: "off-list",
    files: [settings],
    keys: ["disabledSkills"],
    otherKey: "disabled_skills",
    checked,
  },
  catalog: {
    delivery: { channel: "system", before: "\n\n" },
    lists: "on",
    head: "<available_skills>\n",
    row: [
      "<skill>",
      "  <name>{apos:name}</name>",
      "  <description>{apos:description}</description>",
      "  <location>{level}</location>",
      "</skill>",
    ].join("\n"),
    separator: "\n",
    tail: "\n</available_skills>",
    empty: "",
    budget: {
      share: 0,
      limit: 15_000,
      unit: "characters",
      counts: "utf-16",
      cuts: "in-order",
      others: {
        text: "\nAdditional skills available (invoke by name): {names}",
        limit: 5_000,
        more: "... and {count} more",
      },
    },
    own,
  },
  activation: {
    byModel: {
      kind: "tool",
      name: "skill",
      // Only the first sentence; the rest is the maker's text.
      description: "Load a skill into the main conversation",
      longer: { length: 589, sha256: "42a78d5d8f7a6820c2704c1b93b4cc8edf11c0d47062f1441e60c48d584a006f" },
      schema: {
        type: "object",
        properties: {
          skill: { type: "string", description: 'The skill name to invoke. E.g., "pdf" or "code-reviewer"' },
        },
        required: ["skill"],
      },
      input: "text",
      parameters: { skill: "skill" },
      lookup: "any-case",
      validation: [],
      checks: [
        { stops: "ambiguous", says: 'Skill "{asked}" is ambiguous. Use one of: {alike}' },
        { stops: "unknown-skill", says: 'Skill "{asked}" not found. Available skills: {listed}' },
        { stops: "not-for-model", says: 'Skill "{asked}" not found. Available skills: {listed}' },
      ],
      failure: "{error}",
      success: `Skill "{name}" loaded successfully. Follow the instructions in the skill context.\n\n${context}`,
      content: "fresh-body",
      keepsPlaceholders: true,
      shows: { call: "skill({asked})", success: 'Skill "{name}" loaded successfully.', failure: "{error}" },
    },
    byUser: {
      kind: "slash",
      prefixes: ["/"],
      trimsLine: false,
      multiline: true,
      anyCase: true,
      arguments: "trimmed-after-space",
      elsewhere: { pattern: "([a-zA-Z0-9][\\w:-]*(?:\\.[\\w:-]+)*)(?![\\w:/-])", does: "call" },
      content: "fresh-body",
      message: `The user explicitly invoked the "/{name}" skill. Follow its instructions now.\n\n${context}`,
    },
  },
  substitution: {
    kind: "shell-words",
    variables: {},
    missing: "empty",
    wholeWords: true,
    appended: "\n\nARGUMENTS: {arguments}",
  },
  commands: {
    rules: [
      {
        words: ["/skills", "list"],
        detail: "List the skills",
        does: {
          kind: "list",
          heading: "Available Skills",
          none: "No skills found.",
          row: "- {name}\n  {description}",
          nameWidth: 0,
          marks: { off: "", on: "", active: "" },
        },
      },
      reload(["/skills", "reload"], "Skills reloaded. Found {count} skills."),
      newChat("/clear", "Started a fresh session."),
    ],
    others: slashed(
      "add-dir agent cwd exit feedback help list-dirs login logout mcp model plugin reset-allowed-tools session skills terminal-setup theme usage user",
    ),
    unknown: "Unknown command: /{word}",
  },
  guard: [openSkills, ...guardedWorkingFolder],
  readTools: { read: "view", list: "glob", search: "grep" },
  writeTools: writeToolsNamed("create", "edit"),
  shellTool: copilotCliShell,
  reload: ["start", "command"],
};
