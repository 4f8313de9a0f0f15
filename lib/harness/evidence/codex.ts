import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const document =
  "OpenAI Codex documentation, Agent Skills (developers.openai.com/codex/skills, since September 2026 learn.chatgpt.com/docs/build-skills; October 2026)";
const source =
  "openai/codex, codex-rs/core-skills (summer of 2026; since September 2026 codex-rs/ext/skills and codex-rs/skills)";
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
    claim: "Folders above the working folder count where one of them holds .git; here none does",
    source: `${source}, loader.rs: project_root_markers; the working folder of this lab is the root of the repository`,
    program: "Reads .codex/skills of these folders, too, and takes other markers than .git from config.toml.",
  },
  {
    claim: "The skills that come with Codex (~/.codex/skills/.system) are there only where files stand there",
    source: "A choice of this lab: they are part of the program",
    program:
      "Follows no links there and says nothing of one that does not load; skills.bundled.enabled turns them off.",
  },
  {
    claim:
      "Plugins are installed in ~/.codex/plugins/cache, of each the version local or the newest; config.toml turns them on",
    source:
      "openai/codex, codex-rs/core-plugins store.rs and loader.rs (October 2026); seen in Codex 0.169.0, 26 November 2026",
    program:
      "Of a plugin in the open format it sends 8,000 bytes of a SKILL.md. Of its own marketplace, openai-curated, it asks its maker's host.",
    rules: ["plugin"],
  },
  {
    claim: "A skill is called after the plugin whose manifest is the nearest above: plugin:name",
    source: "openai/codex, codex-rs/ext/skills loader/namespace.rs (October 2026); the documentation does not say so",
  },
  {
    claim: "A skill whose name has more than 128 characters with its plugin's is left out",
    source: `${source}, loader.rs: MAX_QUALIFIED_NAME_LEN`,
    program: "Takes 129 characters, plugin and colon included, and leaves out a skill with 130.",
    rules: ["name-with-plugin-length"],
  },
  {
    claim:
      "Six folders deep and 2,000 folders in a root, hidden folders passed over, links to folders followed, links to files not",
    source: `${source}, loader/discovery.rs at 6162409bb54e`,
    rules: ["link", "skipped-folder", "depth", "folder-limit", "file-name"],
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
    claim: "A file that is not UTF-8 does not load",
    source: "Seen in Codex 0.169.0, 29 November 2026: `npm run verify -- codex` (trees encoding-…)",
    rules: ["encoding"],
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
    source: "openai/codex, codex-rs/tui (read on 22 November 2026)",
  },
  {
    claim: "[[skills.config]] of ~/.codex/config.toml turns skills off, by path or name; the last that fits decides",
    source: `${document}, "Enable or disable skills"; ${source}, config_rules.rs at 9a5113ad7306`,
    rules: ["state"],
  },
  {
    claim: "It does not start where ~/.codex/config.toml cannot be read, or has a value of another kind",
    source: "Seen in Codex 0.169.0, 28 November 2026: `npm run verify -- codex` (trees codex-setting-…)",
    program: "Reads the settings of a project, too, if its person trusts it, and ends at these: left out here.",
    rules: ["startup"],
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
    program:
      "Sends it as a message of the role developer; so does the lab, to providers that know that role, and to others as a second system message.",
    rules: ["catalog"],
  },
  {
    claim: "The text above the list; how skills are used is not told",
    source:
      "openai/codex, codex-rs/ext/skills catalog_prompt.rs (November 2026); include_skills_usage_instructions is off by default (PR #29740)",
    program: "Tells older models, up to gpt-5.5, how skills are used: its list of models says which.",
  },
  {
    claim:
      "Descriptions are cut at 1,024 characters, and evenly where all rows take more than 2 % of the context window, four bytes a token; names that still do not fit are left out",
    source: `${document}: 2% of the context; ${source}, render.rs at 0899b7c42bf1`,
    program: "skills.max_context_tokens sets another number, up to 10,000 tokens.",
    rules: ["budget"],
  },
  {
    claim:
      "A path is that of the link to a skill's folder, below its root as links lead there; a prose value is mended, and one that begins with % or a second document is not",
    source: "Seen in Codex 0.169.0, 26 November 2026: `npm run verify -- codex` (trees linked-…, description-…)",
    rules: ["link", "yaml"],
  },
  {
    claim:
      "Rows begin with short names for the skill roots, of several folders the topmost first, of plugins in the order of their names, a marketplace's folder for its plugins with one skill; without another word the window is 272,000 tokens",
    source: "Seen in Codex 0.169.0, 26 November 2026: `npm run verify -- codex`, with public repositories installed",
  },
  {
    claim: "Says so where descriptions lose over 100 characters on average, or skills are left out",
    source: `${source}, render.rs at 0899b7c42bf1`,
    program: "Since the autumn of 2026 says so of skills that are left out only.",
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
    source: "OpenAI Codex documentation, sandboxing (read on 22 November 2026): workspace-write",
  },
  {
    claim: "Changed skills are noticed at once, and a changed config.toml too",
    source: `${document}: “Codex detects skill changes automatically”`,
    program: "Notices a config.toml that was edited by hand after a restart only.",
  },
];
