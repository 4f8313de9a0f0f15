import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const document =
  "OpenAI Codex documentation, Agent Skills (developers.openai.com/codex/skills, since September 2026 learn.chatgpt.com/docs/build-skills; October 2026)";
const source =
  "openai/codex, codex-rs/core-skills (summer of 2026; since September codex-rs/ext/skills and codex-rs/skills)";
const choice = "A choice of this lab: nothing is published";

/** Where each rule of Codex is written down, and what is left out here. */
export const codexEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim: ".agents/skills from the working folder up to the repository root, ~/.agents/skills, /etc/codex/skills",
    source: `${document}, table of locations`,
    program: "Reads .codex/skills and the deprecated ~/.codex/skills, too.",
    rules: ["root"],
  },
  {
    claim: "No folder above the working folder is searched here",
    source: "A choice of this lab: its working folder is the root of the repository",
  },
  {
    claim: "The skills that come with Codex (~/.codex/skills/.system) are there only where files stand there",
    source: "A choice of this lab: they are part of the program",
    program:
      "Follows no links there and says nothing of one that does not load; skills.bundled.enabled turns them off.",
  },
  {
    claim:
      "Plugins are installed in ~/.codex/plugins/cache, of each the version local or the newest; config.toml turns one off",
    source: "openai/codex, codex-rs/core-plugins store.rs and loader.rs (October 2026)",
    program:
      "Asks for enabled = true in config.toml, which its installer writes; of a plugin in the open format it sends 8,000 bytes of a SKILL.md.",
    rules: ["plugin"],
  },
  {
    claim: "A skill is called after the plugin whose manifest is the nearest above: plugin:name",
    source: "openai/codex, codex-rs/ext/skills loader/namespace.rs (October 2026); the documentation does not say so",
    program: "Rejects one whose name has more than 128 characters with the plugin's.",
  },
  {
    claim: "Six folders deep, hidden folders passed over, links to folders followed, links to files not",
    source: `${source}, loader/discovery.rs at 6162409bb54e`,
    rules: ["link", "skipped-folder", "depth", "file-name"],
  },
  {
    claim: "Skills of one name are all kept; only the same file by two paths counts once",
    source: `${document}: “If two skills share the same name, Codex doesn't merge them”`,
    rules: ["file-taken"],
  },
  {
    claim: "description is required; a missing name is the folder's",
    source: `${source}, loader.rs at e51b9d1d5654`,
    program:
      "So does; the documentation requires the name too. It also rejects a metadata.short-description that is no text.",
    rules: [
      "readable",
      "not-empty",
      "frontmatter",
      "frontmatter-closed",
      "mapping",
      "name",
      "name-length",
      "description",
    ],
  },
  {
    claim: "A value with a colon is read as if it stood in quotes",
    source: `${source}, loader.rs at e51b9d1d5654`,
    rules: ["yaml"],
  },
  {
    claim: "Where several things are wrong with YAML, which one is told and its column are approximate",
    source: choice,
  },
  {
    claim: "Skills that do not load are told as “Skipped loading N skill(s) due to invalid SKILL.md files.”",
    source: "openai/codex, codex-rs/tui",
  },
  {
    claim: "[[skills.config]] of ~/.codex/config.toml turns skills off, by path or name; the last that fits decides",
    source: `${document}, "Enable or disable skills"; ${source}, config_rules.rs at 9a5113ad7306`,
    rules: ["state"],
  },
  {
    claim: "policy.allow_implicit_invocation: false in agents/openai.yaml keeps a skill out of the catalog",
    source: `${document}, "Optional metadata"`,
    program:
      "Drops a skill whose policy.products names other products only, and passes over the whole file when any field of it has a wrong type.",
    rules: ["catalog"],
  },
  {
    claim: "The catalog lists system, admin, repository, then user skills, each by name",
    source: `${source}, render.rs at 428dd6c66e07`,
    program: "Sends it as a message of the role developer; here it ends the system prompt.",
    rules: ["catalog"],
  },
  {
    claim: "The text around the list",
    source: "openai/codex, codex-rs/ext/skills catalog_prompt.rs (September 2026)",
    program:
      "Says “cloud package” for “orchestrator package” since, and leaves out how skills are used for models that need not be told.",
  },
  {
    claim: "Descriptions are cut at 1,024 characters, and evenly where all rows have more than 8,000",
    source: `${document}: 2% of the context, or 8,000 characters when it is unknown`,
    program:
      "Shortens paths by aliases first; this lab does not, and takes the context for unknown. skills.max_context_tokens sets another number.",
  },
  {
    claim: "$name anywhere in a message adds the whole SKILL.md after it; a name that two skills have adds none",
    source: `${source}, injection.rs at 0cf14846428`,
    program: "Adds a message of its own for each skill; here they follow in the same one.",
    rules: ["by-person"],
  },
  {
    claim: "The model reads a skill's file by itself when the catalog's description fits",
    source: `${document}: “it still reads the full SKILL.md”`,
    rules: ["by-model"],
  },
  { claim: "No placeholder is replaced", source: `${source}, injection.rs at 0cf14846428` },
  { claim: "/skills prints a list", source: "A choice of this lab: Codex opens a menu" },
  {
    claim: "Any file may be read; .git, .agents and .codex in the working folder are not written to unasked",
    source: "OpenAI Codex documentation, sandboxing: workspace-write",
  },
  {
    claim: "Changed skills are noticed at once, and a changed config.toml too",
    source: `${document}: “Codex detects skill changes automatically”`,
    program: "Notices a config.toml that was edited by hand after a restart only.",
  },
];
