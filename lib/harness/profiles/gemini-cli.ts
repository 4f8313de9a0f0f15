import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { OwnSkill } from "#lib/harness/vocabulary/catalog.ts";
import type { ScopedPath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { all, falsy, list, map, text, texts } from "#lib/skills/json-forms.ts";
import { geminiCliShell } from "./shell-tools.ts";
import { guardedWorkingFolder, openSkills, writeToolsNamed } from "./standard-access.ts";
import { fieldlessPassedOver, listInTags, newChat, oneLevel, reload, slashed, tellsReason } from "./usual-parts.ts";

const passedOver: Ruling = { verdict: "reject" };
const empty: Ruling = { verdict: "load", fallback: "empty" };

/** The skills that 0.61.0 bundles. */
const own: readonly OwnSkill[] = [
  { name: "skill-creator", columns: 283 },
  { name: "antigravity-support", columns: 307 },
];

const activated = [
  '<activated_skill name="{asked}">',
  "  <instructions>",
  "    {content}",
  "  </instructions>",
  "",
  "  <available_resources>",
  "    {tree}",
  "  </available_resources>",
  "</activated_skill>",
].join("\n");

const files: readonly ScopedPath[] = [
  { scope: "home", path: ".gemini/settings.json" },
  { scope: "project", path: ".gemini/settings.json" },
];

/** Lists that take up what each file says. */
const over = {
  skills: { disabled: [] },
  context: { includeDirectories: [], fileFiltering: { customIgnoreFilePaths: [] } },
  policyPaths: [],
  adminPolicyPaths: [],
};

/** What `/skills` prints. */
const skillList = {
  kind: "list",
  heading: "Available Agent Skills:",
  none: "No skills available.",
  row: "- {name}\n  {description}",
  nameWidth: 0,
  sorted: true,
  marks: { off: "", on: "", active: "" },
} as const;

/** Gemini CLI 0.61.0, by the behaviour of the program and its source. */
export const geminiCli: Profile = {
  id: "gemini-cli",
  label: "Gemini CLI",
  roots: [
    { scope: "project", path: ".agents/skills", level: "workspace" },
    { scope: "project", path: ".gemini/skills", level: "workspace" },
    { scope: "home", path: ".agents/skills", level: "user" },
    { scope: "home", path: ".gemini/skills", level: "user" },
    {
      scope: "home",
      path: ".gemini/extensions/*/skills",
      level: "extension",
      takesInstalls: false,
      named: "gemini-extension.json",
      bareNames: true,
      extensions: {
        names: "[a-zA-Z0-9-]+",
        shape: { "version!": '(?!(?:0|""|false|null)$).*', settings: "(?![\\d{]).*" },
        switches: "extension-enablement.json",
        installed: ".gemini-extension-install.json",
      },
    },
  ],
  scan: {
    ...oneLevel,
    takesRoot: true,
    skipFolders: ["node_modules", ".git"],
    skipHidden: true,
  },
  frontmatter: {
    fence: "first-lines",
    dialect: { kind: "javascript", reader: "js-yaml", orElse: "two-lines" },
    trim: "none",
    rulings: {
      ...fieldlessPassedOver,
      name: passedOver,
      description: passedOver,
      "name-text": empty,
      "description-text": empty,
    },
    ...tellsReason,
    body: "trimmed",
    keeps: ["body"],
  },
  identity: {
    name: "frontmatter",
    replaces: { characters: ':\\/<>*?"|', by: "-" },
    collisions: [
      {
        by: "name",
        warning: 'Skill conflict detected: "{name}" from "{firstFile}" is overriding the same skill from "{file}".',
      },
    ],
    order: "replacing",
  },
  states: {
    kind: "off-list",
    files,
    keys: ["skills", "disabled"],
    anyCase: "exact",
    over,
    feature: ["skills", "enabled"],
  },
  startup: {
    files,
    format: "commented-json",
    over,
    refuses: "^\ufeff",
    shape: {
      security: map,
      ...all("(?!null$).*", "tools ui advanced experimental"),
      "skills.disabled": [text, texts, "null"],
      ...all([text, texts, falsy], "tools.allowed tools.exclude tools.confirmationRequired context.fileName"),
      "tools.core": [texts, falsy],
      ...all([falsy, { list: [text, "null"] }], "context.includeDirectories policyPaths adminPolicyPaths"),
      ...all([text, list, falsy], "mcp.allowed mcp.excluded"),
      ...all([text, falsy], "ui.theme tools.discoveryCommand"),
      "context.memoryBoundaryMarkers": [text, texts, "null"],
      ...all([text, "null", { list: [text, map] }], "modelConfigs.customOverrides modelConfigs.overrides"),
      "context.fileFiltering.customIgnoreFilePaths": [text, texts],
    },
    invalid: "Invalid configuration in {path}:",
    unreadable: "Error in {path}:",
  },
  catalog: {
    delivery: { channel: "system", before: "\n\n" },
    lists: "on",
    head: head("you can call"),
    ...listInTags("breaks:"),
    own,
  },
  activation: {
    byModel: {
      kind: "tool",
      name: "activate_skill",
      description:
        "Activates a specialized agent skill by name (Available: {names}). Returns the skill's instructions wrapped in `<activated_skill>` tags. These provide specialized guidance for the current task. Use this when you identify a task that matches a skill's description. ONLY use names exactly as they appear in the `<available_skills>` section.",
      schema: {
        type: "object",
        properties: { name: { type: "string", description: "The name of the skill to activate." } },
        required: ["name"],
        additionalProperties: false,
        $schema: "http://json-schema.org/draft-07/schema#",
      },
      enumerates: true,
      input: "text",
      parameters: { skill: "name" },
      lookup: "exact",
      validation: [],
      checks: [{ stops: "unknown-skill", says: "params/name must be equal to one of the allowed values" }],
      failure: "{error}",
      success: activated,
      content: "kept-body",
      shows: {
        call: "Activate Skill {asked}",
        success: "Skill **{name}** activated. Resources loaded from `{directory}`:\n\n{tree}",
        failure: "{error}",
      },
    },
    byUser: {
      kind: "slash",
      prefixes: ["/"],
      trimsLine: true,
      multiline: true,
      arguments: "trimmed-after-space",
      content: "kept-body",
      asToolCall: true,
      message: `${activated.replaceAll("{asked}", "{name}")}\n\n{#arguments}{arguments}{/arguments}{^arguments}Use the skill {name}{/arguments}`,
    },
  },
  substitution: { kind: "none" },
  commands: {
    rules: [
      { words: ["/skills", "list"], detail: "List the skills", does: skillList },
      { words: ["/skills"], does: skillList },
      reload(["/skills", "reload"], "Agent skills reloaded successfully."),
      newChat("/clear", "Conversation cleared."),
    ],
    others: slashed(
      "about auth bug chat compress copy directory docs editor extensions help hooks ide init mcp memory model policies privacy quit restore resume rewind settings setup-github shells skills stats terminal-setup theme tools upgrade vim",
    ),
  },
  guard: [
    ...guardedWorkingFolder.slice(0, 1),
    { ...openSkills, reason: "the folder of a skill, open once it is activated" },
  ],
  readTools: { read: "read_file", list: "list_directory", search: "grep_search" },
  writeTools: writeToolsNamed("write_file", "replace"),
  shellTool: geminiCliShell,
  // Of the models named gemini, those of 3 and later; the program's own name for its own choice is one of the others.
  models: [{ names: "gemini-3(?:[.-].*)?|(?!gemini-|auto-gemini-2\\.5$).*", head: head("call") }],
  usualModel: "auto",
  reload: ["start", "command"],
};

/** Before the rows. Newer models are told in fewer words. */
function head(toDo: string): string {
  return `# Available Agent Skills\n\nYou have access to the following specialized skills. To activate a skill and receive its detailed instructions, ${toDo} the \`activate_skill\` tool with the skill's name.\n\n<available_skills>\n`;
}
