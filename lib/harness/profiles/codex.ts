import type { Ruling } from "../frontmatter-rules.ts";
import type { Profile } from "../profile.ts";
import { catalogHead, catalogTail } from "./codex-catalog.ts";
import { standardWriteTools } from "./standard-write-tools.ts";

const document =
  "OpenAI Codex documentation, Agent Skills (developers.openai.com/codex/skills, read in September 2026)";
const source = "openai/codex, codex-rs/core-skills (summer of 2026)";
const choice = "A choice of this lab: nothing is published";
const rejected = (reason: string): Ruling => ({ verdict: "reject", reason });
const noFrontmatter = rejected("missing YAML frontmatter delimited by ---");
const noDescription = rejected("missing field `description`");
const namedByFolder: Ruling = { verdict: "load", fallback: "folder" };

/** OpenAI's Codex CLI as its documentation describes it, and as its public source does where that is silent. */
export const codex: Profile = {
  id: "codex",
  label: "Codex",
  evidence: [
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
      program: "So does; the documentation requires the name too.",
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
      rules: ["catalog"],
    },
    {
      claim: "The catalog lists system, admin, repository, then user skills, each by name",
      source: `${source}, render.rs at 428dd6c66e07`,
      program: "Sends it as a message of the role developer; here it ends the system prompt.",
      rules: ["catalog"],
    },
    {
      claim: "Descriptions are cut at 1,024 characters, and evenly where all rows have more than 8,000",
      source: `${document}: 2% of the context, or 8,000 characters when it is unknown`,
      program: "Shortens paths by aliases first; this lab does not, and takes the context for unknown.",
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
      claim: "Changed skills are noticed at once, a changed config.toml after a restart",
      source: `${document}: “Codex detects skill changes automatically”`,
    },
  ],
  roots: [
    { scope: "project", path: ".codex/skills", level: "repo", takesInstalls: false },
    { scope: "home", path: ".codex/skills", level: "user", takesInstalls: false },
    { scope: "home", path: ".agents/skills", level: "user" },
    { scope: "home", path: ".codex/skills/.system", level: "system", takesInstalls: false },
    { scope: "machine", path: "/etc/codex/skills", level: "admin", takesInstalls: false },
    { scope: "project", path: ".agents/skills", level: "repo" },
  ],
  scan: {
    depth: "recursive",
    maxDepth: 6,
    fileName: { match: "exact", names: ["SKILL.md"] },
    skipFolders: [],
    skipHidden: true,
    follows: { roots: true, folders: true, files: false },
    printsTargets: true,
    order: "folder",
    brokenRoot: "skip",
  },
  frontmatter: {
    fence: "trimmed-lines",
    dialect: { kind: "mended", mustBeText: ["name", "description"] },
    trim: "words",
    emptyValue: "missing",
    rulings: {
      unreadable: rejected("failed to read file: {detail}"),
      "empty-file": noFrontmatter,
      "line-too-long": noFrontmatter,
      "no-frontmatter": noFrontmatter,
      "unclosed-frontmatter": noFrontmatter,
      "frontmatter-too-long": rejected("invalid YAML: too long for this lab"),
      "bad-yaml": rejected("invalid YAML: {detail}"),
      "no-mapping": noFrontmatter,
      "missing-name": namedByFolder,
      "missing-description": noDescription,
      "blank-name": namedByFolder,
      "blank-description": noDescription,
    },
    nameLimit: { characters: 64, says: "invalid name: exceeds maximum length of 64 characters" },
    warning: "⚠ {path}: {reason}",
    warningsHead: "⚠ Skipped loading {count} skill(s) due to invalid SKILL.md files.",
    validator: "none",
    body: "as-written",
    keeps: ["invocation-policy"],
  },
  identity: {
    name: "frontmatter",
    nameless: "skill",
    collisions: [{ by: "target" }],
    order: { levels: ["repo", "user", "system", "admin"] },
  },
  states: { kind: "entries", file: { scope: "home", path: ".codex/config.toml" }, section: "skills", list: "config" },
  catalog: {
    delivery: { channel: "system", before: "\n\n" },
    lists: "on",
    head: catalogHead,
    row: "- {name}:{#summary} {summary}{/summary} (file: {location})",
    summary: { text: "{description}", limit: 1024, ending: "..." },
    separator: "\n",
    tail: catalogTail,
    empty: "",
    sorted: { levels: ["system", "admin", "repo", "user"] },
    budget: { characters: 8000, cuts: "evenly" },
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
      {
        words: ["/new"],
        detail: "Begin a new conversation",
        does: { kind: "new-chat", output: "New conversation started." },
      },
    ],
    others: [
      ...["/model", "/permissions", "/review", "/resume", "/fork", "/init", "/compact", "/plan", "/diff", "/mention"],
      ...["/status", "/mcp", "/apps", "/logout", "/quit", "/exit", "/feedback", "/clear"],
    ],
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
  writeTools: standardWriteTools,
  reload: ["start", "message", "new-chat"],
};
