import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { ScopedPath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { manifest } from "./claude-code/manifest.ts";
import {
  commandCalls,
  commandNames,
  forPerson,
  otherCommands,
  ownCalls,
  ownSkills,
  programNames,
} from "./claude-code/program.ts";
import { folders, roots } from "./claude-code/roots.ts";
import { knownMarket, market, settingsShape as shape } from "./claude-code/settings.ts";
import { claudeCodeShell } from "./shell-tools.ts";
import { guardedWorkingFolder, writeToolsNamed } from "./standard-access.ts";
import { newChat, reload, tellsReason } from "./usual-parts.ts";

const bare: Ruling = { verdict: "load", fallback: "empty" };
const described: Ruling = { verdict: "load", fallback: "first-line" };
const namedByFolder: Ruling = { verdict: "load", fallback: "folder" };

const isHidden =
  'This skill can only be invoked by Claude, not directly by users. Ask Claude to use the "{asked}" skill for you.';

const unknownSkill = [
  "Unknown skill: {asked}",
  "{#variants}. Directory-scoped variants exist: {variants} — invoke the variant whose directory contains the files you are working on.{/variants}",
  "{#several}. Several skills match that name: {several} — invoke one by its full name.{/several}",
  "{#full}. Did you mean {full}? Invoke it by that full name.{/full}",
  "{#near}. Did you mean {near}?{/near}",
].join("");

/** The most specific first. */
const settingsFiles: readonly ScopedPath[] = [
  { scope: "machine", path: "/etc/claude-code/managed-settings.json" },
  { scope: "project", path: ".claude/settings.local.json" },
  { scope: "project", path: ".claude/settings.json" },
  { scope: "home", path: ".claude/settings.json" },
];

/** A skill's text as the model gets it, however it was called. */
const instructions = "{#ownFolder}Base directory for this skill: {ownFolder}\n\n{/ownFolder}{content}";

/** A skill's text after the answer to a tool call; empty if the skill's file is empty. */
const answer =
  "{#ownFolder}\n\nBase directory for this skill: {ownFolder}\n\n{content}{/ownFolder}{^ownFolder}{#content}\n\n{content}{/content}{/ownFolder}";

const reminder = {
  channel: "reminder",
  wrapper: "<system-reminder>\n{catalog}\n</system-reminder>",
  stands: "before",
  later: "new-rows",
} as const;

/** Newer models get the catalog in a message with the role system, the newest ones without a wrapper. */
const ofSystem = { ...reminder, role: "system" } as const;
const newerBudget = { window: 1_000_000, perToken: 3 };

/** Claude Code as its documentation describes it; the program's own source is not public. */
export const claudeCode: Profile = {
  id: "claude-code",
  label: "Claude Code",
  roots,
  scan: folders,
  avoids: "connector-downloads|\\.artifact-work|local-agent-mode-sessions|[^/]*~\\d[^/]*",
  plugins: {
    home: { scope: "home", path: ".claude/plugins" },
    registry: "installed_plugins.json",
    marketplaces: [".claude-plugin/marketplace.json"],
    manifests: [".claude-plugin/plugin.json"],
    perProject: true,
    markets: { file: "known_marketplaces.json", known: knownMarket, market },
    skills: "usual-and-listed",
    commands: true,
    namedBy: "manifest",
    leftOut: [".claude/workflows/*.js", "workflows/*.js"],
    checks: { shape: manifest, alone: ["skills", "commands", "agents", "hooks"] },
    switches: { format: "json", key: "enabledPlugins", files: settingsFiles, shape, unnamed: "off" },
  },
  frontmatter: {
    fence: "any-dashes",
    ignoresMark: true,
    dialect: { kind: "mended", mustBeText: [], quotes: "signs", scalars: "javascript" },
    trim: "javascript",
    rulings: {
      readable: { verdict: "reject" },
      "not-empty": bare,
      frontmatter: described,
      "frontmatter-closed": bare,
      "frontmatter-length": bare,
      "frontmatter-complexity": bare,
      yaml: bare,
      mapping: described,
      name: namedByFolder,
      description: described,
    },
    firstLine: { limit: 100, ending: "...", none: { folder: "Skill", file: "Custom command" } },
    ...tellsReason,
    body: "as-written",
    keeps: ["argument-hint", "allowed-tools", "hiding", "when-to-use", "arguments", "ignore-paths", "effort"],
    knows: ["disallowed-tools", "model", "context", "agent", "hooks", "shell"],
    reference: {
      title: "Claude Code documentation, “Frontmatter reference”",
      address: "https://code.claude.com/docs/en/skills",
    },
  },
  identity: {
    name: "folder",
    labels: { taken: commandNames },
    plainNames: true,
    reservedPrefix: "anthropic-skills",
    plainInPlugins: true,
    collisions: [{ by: "target" }, { by: "name", qualifies: true, byAudience: true }],
    order: "paths-last",
  },
  states: {
    kind: "levels",
    files: settingsFiles,
    key: "skillOverrides",
    words: { off: "off", on: "user-invocable-only", named: "name-only", active: "on" },
    initial: "active",
    writes: 1,
    shape,
    sparesPlugins: true,
  },
  catalog: {
    delivery: reminder,
    lists: "active",
    head: "The following skills are available for use with the Skill tool:\n\n",
    row: "- {name}{#label} ({label}){/label}{#told}: {summary}{/told}",
    summary: {
      text: [
        "{description}",
        "{#below} (from {belowRoot} — applies when working on files under {below}/){/below}",
        '{#scope} (scoped to {scope}/ — use this instead of the unscoped "{unscoped}" skill when the files being changed are under {scope}/){/scope}',
        "{#whenToUse} - {whenToUse}{/whenToUse}",
      ].join(""),
      limit: 1536,
      ending: "…",
      of: "plain-lines",
      counts: "utf-16",
    },
    separator: "\n",
    tail: "",
    empty: "",
    budget: {
      share: 0.01,
      unit: "characters",
      counts: "columns",
      cuts: "least-used",
      uses: { scope: "home", path: ".claude.json", key: "skillUsage", count: "usageCount" },
    },
    own: ownSkills,
    ownCalls,
    settings: {
      files: settingsFiles,
      shape,
      share: "skillListingBudgetFraction",
      room: "SLASH_COMMAND_TOOL_CHAR_BUDGET",
      summaryLimit: "skillListingMaxDescChars",
      withoutOwn: "disableBundledSkills",
    },
  },
  activation: {
    byModel: {
      kind: "tool",
      name: "Skill",
      // Only the first sentence; the rest is the maker's text.
      description: "Invoke a skill.",
      longer: { length: 1417, sha256: "a58970596b9b917dc98505b2c8936d0bce66f5082b689dec994cb72868d6ddd3" },
      schema: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        properties: {
          skill: {
            description: "The name of a skill from the available-skills list. Do not guess names.",
            type: "string",
          },
          args: { description: "Optional arguments for the skill", type: "string" },
        },
        required: ["skill"],
        additionalProperties: false,
      },
      input: "text",
      parameters: { skill: "skill", arguments: "args" },
      lookup: "exact-or-label",
      freedByMention: true,
      commands: commandCalls,
      validation: [{ stops: "no-name", says: "Invalid skill format: {asked}" }],
      checks: [
        { stops: "unknown-skill", says: unknownSkill, near: programNames },
        { stops: "state", says: ownCalls.off },
        { stops: "not-for-model", says: forPerson },
      ],
      denied: {
        files: settingsFiles,
        keys: ["permissions", "deny"],
        shape,
        says: "Skill execution blocked by permission rules",
        saysOfCall: "Permission to use Skill with {rule} has been denied.",
      },
      failure: "<tool_use_error>{error}</tool_use_error>",
      success: `Launching skill: {asked}${answer}`,
      again: {
        same: "Launching skill: {asked}\n\nSkill /{asked} is already loaded above; instructions unchanged.{#arguments} Arguments: {arguments}{/arguments}",
        other: `Launching skill: {asked}\n\n(Re-invocation of /{asked} — the skill instructions were previously loaded; the arguments or dynamic output below are new.)\n${answer}`,
      },
      content: "fresh-body",
      shows: { call: "Skill({asked})", success: "Launching skill: {asked}", failure: "{error}" },
    },
    byUser: {
      kind: "slash",
      prefixes: ["/"],
      trimsLine: true,
      multiline: true,
      arguments: "trimmed-after-space",
      bareNames: true,
      passesWaiting: true,
      stacks: 6,
      refuses: {
        off: 'Skill "{asked}" is disabled via skillOverrides. Re-enable it in /skills or remove the override from your settings to run it.',
        hidden: isHidden,
      },
      elsewhere: {
        pattern: "([a-zA-Z][\\w.:-]*)(?<!\\.)(?!\\S)",
        does: "note",
        says: 'The user\'s message contains /{name}, which is the name of a skill. If they are asking you to run it, call the Skill tool with skill: "{name}", passing any arguments they gave as args. If they only mention it, do not run it.',
      },
      content: "fresh-body",
      message: [
        "<command-message>{name}</command-message>",
        "<command-name>/{name}</command-name>{#arguments}\n<command-args>{arguments}</command-args>{/arguments}",
        instructions,
      ].join("\n"),
    },
  },
  substitution: {
    kind: "shell-words",
    variables: {
      CLAUDE_SKILL_DIR: "{ownFolder}",
      CLAUDE_PROJECT_DIR: "{workingFolder}",
      CLAUDE_PLUGIN_ROOT: "{pluginFolder}",
      CLAUDE_PLUGIN_DATA: "{pluginData}",
      CLAUDE_EFFORT: "{#effort}{effort}{/effort}{^effort}high{/effort}",
      // A conversation of the program has an id of its own.
      CLAUDE_SESSION_ID: "00000000-0000-4000-8000-000000000000",
    },
    appended: "\n\nARGUMENTS: {arguments}",
    command: "[shell command execution disabled by policy]",
  },
  commands: {
    multiline: true,
    rules: [
      {
        words: ["/skills", "<rest>"],
        detail: "Show the skills and their states",
        does: {
          kind: "list",
          heading: "Skills",
          none: "No skills found",
          row: "{name}  {mark}  {description}",
          nameWidth: "longest",
          marks: { off: "off", on: "user-only", named: "name-only", active: "on" },
        },
      },
      reload(
        ["/reload-skills"],
        "Reloaded skills: {count} skill{plural} available ({#changes}{changes}{/changes}{^changes}none added or removed{/changes}).",
      ),
      {
        words: ["/add-dir", "<rest>"],
        detail: "Add a folder to the session, with its skills",
        does: {
          kind: "add-folder",
          output: "Added {folder} as a working directory for this session",
          missing: "There is no folder {folder}",
        },
      },
      newChat("/clear", "Conversation cleared"),
    ],
    others: otherCommands.map((name) => `/${name}`),
    yieldToSkills: true,
    unknown: "Unknown command: /{word}{#rest}\nArgs from unknown skill: {rest}{/rest}",
  },
  guard: guardedWorkingFolder,
  readTools: { read: "Read", list: "Glob", search: "Grep" },
  writeTools: writeToolsNamed("Write", "Edit"),
  shellTool: claudeCodeShell,
  models: [
    { names: "(?:claude-)?(?:opus|sonnet|haiku)-4.*\\[1m\\]", budget: { window: 1_000_000 } },
    { names: "claude-sonnet-5", delivery: ofSystem, budget: newerBudget },
    {
      names:
        "default|opus|sonnet|haiku|opusplan|claude-(?:opus|haiku|fable)-5.*|claude-sonnet-5-.+|claude-opus-4[.-]1(?!\\d).*|claude-2.*|claude-[a-z]+-[6-9].*",
      delivery: { ...ofSystem, wrapper: "{catalog}" },
      budget: newerBudget,
      longer: { length: 1417, sha256: "5995de30f31950e6a6f073bc1e5abd0c2b6224959cfb35e315b3c44bc4eff2de" },
    },
  ],
  usualModel: "default",
  reload: ["start", "message", "command", "new-chat"],
};
