import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { Scan } from "#lib/harness/vocabulary/discovery.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { LayeredSettings } from "#lib/harness/vocabulary/settings.ts";
import { all, map, text, texts, withKeys } from "#lib/skills/json-forms.ts";
import { piShell } from "./shell-tools.ts";
import { openForReading, writeToolsNamed } from "./standard-access.ts";
import { listInTags, newChat, reload, slashed, tooMuchPassedOver } from "./usual-parts.ts";

const rejected = (reason: string): Ruling => ({ verdict: "reject", reason });
const noDescription = rejected("description is required");

const folders: Scan = {
  depth: "recursive",
  fileName: { match: "exact", names: ["SKILL.md"] },
  stopsAtSkill: true,
  skipFolders: ["node_modules"],
  skipHidden: true,
  ignoreFiles: [".gitignore", ".ignore", ".fdignore"],
  follows: { roots: true, folders: true, files: true },
  order: "folder",
  brokenRoot: "skip",
};

const settings: LayeredSettings = {
  files: [
    { scope: "project", path: ".pi/settings.json" },
    { scope: "home", path: ".pi/agent/settings.json" },
  ],
  format: "plain-json",
};

/** Pi 0.73.1, by the behaviour of the program and its source. */
export const pi: Profile = {
  id: "pi",
  label: "Pi",
  roots: [
    { scope: "project", path: ".pi/skills", level: "project" },
    {
      scope: "project",
      path: ".agents/skills",
      level: "project",
      alsoIn: ["above-to-top"],
      yields: true,
      scan: folders,
    },
    { scope: "home", path: ".pi/agent/skills", level: "user" },
    { scope: "home", path: ".agents/skills", level: "user", scan: folders },
  ],
  addedRoots: {
    ...settings,
    keys: [["skills"], ["skills", "customDirectories"]],
    counts: "each",
    like: { takesInstalls: false },
  },
  scan: { ...folders, rootFiles: ".md" },
  frontmatter: {
    fence: "after-dashes",
    dialect: { kind: "javascript", reader: "yaml" },
    trim: "blank-description",
    rulings: {
      readable: rejected("{detail}"),
      "not-empty": noDescription,
      frontmatter: noDescription,
      "frontmatter-closed": noDescription,
      ...tooMuchPassedOver,
      yaml: rejected("{detail}"),
      mapping: noDescription,
      "name-type": rejected("name.startsWith is not a function"),
      name: { verdict: "load", fallback: "folder" },
      description: noDescription,
    },
    warning: "{path}\n  {reason}",
    validator: "none",
    body: "trimmed",
    keeps: ["hiding-from-model"],
  },
  identity: {
    name: "frontmatter",
    filesAreFolders: true,
    collisions: [{ by: "target" }, { by: "name", warning: 'name "{name}" collision' }],
    order: "found",
  },
  states: {
    kind: "off-patterns",
    ...settings,
    key: "skills",
    formerKey: "customDirectories",
  },
  // Other values make its own code fail.
  startup: {
    ...settings,
    shape: {
      packages: ["null", text, { list: [text, withKeys({ "source!": text })] }],
      skills: ["null", texts, map],
      ...all(["null", text, texts], "prompts extensions themes"),
    },
    invalid: "TypeError",
  },
  catalog: {
    delivery: { channel: "system", before: "\n\n" },
    lists: "on",
    head: [
      "The following skills provide specialized instructions for specific tasks.",
      "Use the read tool to load a skill's file when the task matches its description.",
      "When a skill file references a relative path, resolve it against the skill directory (parent of SKILL.md / dirname of the path) and use that absolute path in tool commands.",
      "",
      "<available_skills>\n",
    ].join("\n"),
    ...listInTags("apos:"),
  },
  activation: {
    byModel: { kind: "read-file" },
    byUser: {
      kind: "slash",
      prefixes: ["/skill:"],
      trimsLine: false,
      multiline: true,
      arguments: "trimmed-rest",
      content: "fresh-body",
      message:
        '<skill name="{name}" location="{location}">\nReferences are relative to {directory}.\n\n{content}\n</skill>{#arguments}\n\n{arguments}{/arguments}',
    },
  },
  substitution: { kind: "none" },
  commands: {
    rules: [
      newChat("/new", "New session started"),
      reload(["/reload"], "Reloaded extensions, skills, prompts, themes"),
    ],
    others: slashed(
      "changelog clone compact copy export fork hotkeys import login logout model name quit resume scoped-models session settings share tree",
    ),
  },
  guard: openForReading,
  readTools: { read: "read", list: "ls", search: "grep" },
  writeTools: writeToolsNamed("write", "edit"),
  shellTool: piShell,
  reload: ["start", "command"],
};
