import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { codexManifest, codexSkills, codexStartup } from "./codex-settings.ts";
import { codexShell } from "./shell-tools.ts";
import { standardReadTools, standardWriteTools } from "./standard-access.ts";
import { everyFolder, newChat, slashed, tooMuchPassedOver } from "./usual-parts.ts";

/** The text above Codex's list of skills (codex-rs/ext/skills, catalog_prompt.rs, November of 2026), verbatim. */
const catalogHead = [
  "<skills_instructions>\n## Skills",
  "A skill is a set of local instructions to follow that is stored in a `SKILL.md` file. Below is the list of skills that can be used. Each entry includes a name, description, and a short path that can be expanded into an absolute path using the skill roots table.",
  "### Skill roots\n{table}\n### Available skills\n",
].join("\n");

const manifests = [".codex-plugin/plugin.json", ".claude-plugin/plugin.json", ".cursor-plugin/plugin.json"];

const rejected = (reason: string): Ruling => ({ verdict: "reject", reason });
const noFrontmatter = rejected("missing YAML frontmatter delimited by ---");
const noDescription = rejected("missing field `description`");
const namedByFolder: Ruling = { verdict: "load", fallback: "folder" };

/** OpenAI's Codex CLI as its documentation describes it, and as its public source does where that is silent. */
export const codex: Profile = {
  id: "codex",
  label: "Codex",
  roots: [
    {
      scope: "project",
      path: ".codex/skills",
      level: "repo",
      takesInstalls: false,
      alsoIn: ["above"],
      avoidsHome: true,
    },
    { scope: "home", path: ".codex/skills", level: "user", takesInstalls: false },
    { scope: "home", path: ".agents/skills", level: "user" },
    { scope: "home", path: ".codex/skills/.system", level: "system", takesInstalls: false },
    { scope: "machine", path: "/etc/codex/skills", level: "admin", takesInstalls: false },
    { scope: "home", path: ".codex/plugins/cache/*/skills", level: "user", isCache: true },
    { scope: "project", path: ".agents/skills", level: "repo", alsoIn: ["above"] },
  ],
  plugins: {
    home: { scope: "home", path: ".codex/plugins" },
    marketplaces: [".agents/plugins/marketplace.json", ".claude-plugin/marketplace.json"],
    manifests,
    skills: "listed-or-usual",
    needsManifest: codexManifest,
    ownPaths: true,
    version: "local",
    switches: {
      format: "toml",
      key: "plugins",
      files: [{ scope: "home", path: ".codex/config.toml" }],
      unnamed: "off",
      order: "id",
    },
  },
  scan: {
    ...everyFolder,
    maxDepth: 6,
    maxFolders: 2_000,
    order: "shallow-first",
    skipHidden: true,
    follows: { roots: true, folders: true, files: false },
    printsRealRoots: true,
  },
  frontmatter: {
    fence: "trimmed-lines",
    dialect: {
      kind: "mended",
      mustBeText: ["name", "description", "metadata.short-description"],
      takesScalars: true,
      mustBeMap: { metadata: "SkillFrontmatterMetadata" },
    },
    trim: "words",
    rulings: {
      readable: rejected("failed to read file: {detail}"),
      encoding: rejected("failed to read file: stream did not contain valid UTF-8"),
      "not-empty": noFrontmatter,
      frontmatter: noFrontmatter,
      "frontmatter-closed": noFrontmatter,
      ...tooMuchPassedOver,
      yaml: rejected("invalid YAML: {detail}"),
      mapping: noFrontmatter,
      name: namedByFolder,
      description: noDescription,
      "name-length": {
        ...rejected("invalid name: exceeds maximum length of 64 characters"),
        limit: 64,
        countsFolder: true,
      },
    },
    warning: "⚠ {path}: {reason}",
    warningsHead: "⚠ Skipped loading {count} skill(s) due to invalid SKILL.md files.",
    validator: "none",
    body: "as-written",
    keeps: [],
    policyFile: { path: "agents/openai.yaml", product: "codex", otherProducts: ["chatgpt", "atlas"] },
  },
  identity: {
    name: "frontmatter",
    manifests,
    longestWithPlugin: { limit: 129, reason: "invalid qualified name: exceeds maximum length of 129 characters" },
    nameless: "skill",
    collisions: [{ by: "target" }],
    order: { levels: ["repo", "user", "system", "admin"] },
  },
  startup: codexStartup,
  states: {
    kind: "entries",
    file: { scope: "home", path: ".codex/config.toml" },
    section: "skills",
    list: "config",
    shape: codexSkills,
  },
  catalog: {
    delivery: { channel: "developer" },
    lists: "on",
    head: catalogHead,
    row: "- {name}:{#summary} {summary}{/summary} (file: {location})",
    summary: { text: "{description}", limit: 1024, ending: "..." },
    separator: "\n",
    tail: "\n</skills_instructions>",
    empty: "",
    sorted: { levels: ["system", "admin", "repo", "user"] },
    budget: {
      share: 0.02,
      unit: "tokens",
      cuts: "evenly",
      window: 272_000,
      windowIn: { scope: "home", path: ".codex/config.toml", key: "model_context_window" },
      // A head for lists with whole paths, which it no longer has.
      aliases: { row: "- `{alias}` = `{root}`", prefix: "r", spared: 118, sharesMarkets: true },
      warnings: {
        shortened: {
          above: 100,
          text: "Skill descriptions were shortened to fit the 2% skills context budget. Codex can still see every skill, but some descriptions are shorter. Disable unused skills or plugins to leave more room for the rest.",
        },
        leftOut:
          "Exceeded skills context budget of 2%. All skill descriptions were removed and {count} additional skill{plural} {verb} not included in the model-visible skills list.",
      },
    },
  },
  activation: {
    byModel: { kind: "read-file" },
    byUser: {
      kind: "mention",
      sigil: "$",
      nameCharacter: "[A-Za-z0-9_:-]",
      ignored: [
        ...["PATH", "HOME", "USER", "SHELL", "PWD", "TMPDIR"],
        ...["TEMP", "TMP", "LANG", "TERM", "XDG_CONFIG_HOME"],
      ],
      content: "raw-file",
      message: "<skill>\n<name>{name}</name>\n<path>{location}</path>\n{content}\n</skill>",
    },
  },
  substitution: { kind: "none" },
  commands: {
    rules: [
      {
        words: ["/skills"],
        detail: "List the skills and whether they are on",
        does: {
          kind: "list",
          heading: "Skills",
          none: "No skills available.",
          row: "{mark} {name}  {description}",
          nameWidth: "longest",
          marks: { off: "[ ]", on: "[x]", active: "[x]" },
        },
      },
      newChat("/new", "New conversation started."),
    ],
    others: slashed(
      "model permissions review resume fork init compact plan diff mention status mcp apps logout quit exit feedback clear",
    ),
    unknown: `Unrecognized command '/{word}'. Type "/" for a list of supported commands.`,
  },
  guard: [
    {
      area: {
        kind: "folders",
        folders: [".git", ".agents", ".codex"].map((path) => ({ scope: "project", path })),
      },
      permissions: { read: "granted", write: "pending", edit: "pending" },
      reason: "a protected folder of the working folder: reading is free, a change needs your word",
    },
    {
      area: { kind: "working-folder" },
      permissions: { read: "granted", write: "granted", edit: "granted" },
      reason: "in the working folder, where the sandbox lets it read and write",
    },
    {
      area: { kind: "anywhere" },
      permissions: { read: "granted", write: "pending", edit: "pending" },
      reason: "outside the working folder: the sandbox lets it read, a change needs your word",
    },
  ],
  readTools: standardReadTools,
  writeTools: standardWriteTools,
  shellTool: codexShell,
  reload: ["start", "message", "new-chat"],
};
