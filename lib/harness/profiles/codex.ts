import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { codexEvidence } from "./codex-evidence.ts";
import { standardWriteTools } from "./standard-write-tools.ts";

/** What Codex writes around its list of skills (codex-rs/ext/skills, catalog_prompt.rs, September of 2026), verbatim. */
const catalogHead = `<skills_instructions>
## Skills
A skill is a set of instructions provided through a \`SKILL.md\` source. Below is the list of skills that can be used. Each entry includes a name, description, and source locator. \`file\` locators are on the host filesystem, \`executor package\` locators are owned by their execution environment, \`orchestrator package\` locators are opaque package identifiers, and \`custom resource\` locators use their provider's access mechanism.
### Available skills
`;

const catalogTail = `
### How to use skills
- Discovery: The list above is the skills available in this session (name + description + source locator). \`file\` entries live on the host filesystem, \`executor package\` and \`orchestrator package\` entries are accessed directly through \`skills.read\`, and \`custom resource\` entries use their provider's access mechanism.
- Trigger rules: If the user names a skill (with \`$SkillName\` or plain text) OR the task clearly matches a skill's description shown above, you must use that skill for that turn. Multiple mentions mean use them all. Do not carry skills across turns unless re-mentioned.
- Missing/blocked: If a named skill isn't in the list or its source can't be read, say so briefly and continue with the best fallback.
- How to use a skill (progressive disclosure):
  1) After deciding to use a skill, the main agent must read its \`SKILL.md\` completely before taking task actions. For a \`file\` entry, open the listed path. For an \`executor package\` or \`orchestrator package\`, pass the listed locator directly to \`skills.read\` as \`package\`; root aliases are resolved automatically. Omit \`resource\` to read \`SKILL.md\` directly without calling \`skills.list\`. If a read is paginated, follow \`next_cursor\` until EOF.
  2) When \`SKILL.md\` references another resource, use the same access mechanism. For executor and orchestrator skills, pass the complete package-contained resource identifier with the same package to \`skills.read\`; do not treat \`skill://\` identifiers as filesystem paths.
  3) If \`SKILL.md\` points to extra folders such as \`references/\`, use its routing instructions to identify the resources required for the task. The main agent must read each required instruction or reference file itself before acting on it. Do not delegate reading, summarizing, or interpreting skill instructions to a subagent. Subagents may still perform task work when the selected skill allows it.
  4) For filesystem-backed skills, prefer running or patching provided scripts instead of retyping large code blocks. For executor and orchestrator skills, use \`skills.read\` and the available tools; do not invent a local path.
  5) Reuse provided assets or templates through the same source access mechanism instead of recreating them.
- Coordination and sequencing:
  - If multiple skills apply, choose the minimal set that covers the request and state the order you'll use them.
  - Announce which skill(s) you're using and why (one short line). If you skip an obvious skill, say why.
- Context hygiene:
  - Progressive disclosure applies to selecting relevant files, not partially reading a selected instruction file. Do not load unrelated references, scripts, or assets.
  - Avoid deep reference-chasing: prefer opening only files directly linked from \`SKILL.md\` unless you're blocked.
  - When variants exist (frameworks, providers, domains), pick only the relevant reference file(s) and note that choice.
- Safety and fallback: If a skill can't be applied cleanly (missing files, unclear instructions), state the issue, pick the next-best approach, and continue.
</skills_instructions>`;

const manifests = [".codex-plugin/plugin.json", ".claude-plugin/plugin.json", ".cursor-plugin/plugin.json"];

const rejected = (reason: string): Ruling => ({ verdict: "reject", reason });
const noFrontmatter = rejected("missing YAML frontmatter delimited by ---");
const noDescription = rejected("missing field `description`");
const namedByFolder: Ruling = { verdict: "load", fallback: "folder" };

/** OpenAI's Codex CLI as its documentation describes it, and as its public source does where that is silent. */
export const codex: Profile<RuleCode> = {
  id: "codex",
  label: "Codex",
  evidence: codexEvidence,
  roots: [
    { scope: "project", path: ".codex/skills", level: "repo", takesInstalls: false },
    { scope: "home", path: ".codex/skills", level: "user", takesInstalls: false },
    { scope: "home", path: ".agents/skills", level: "user" },
    { scope: "home", path: ".codex/skills/.system", level: "system", takesInstalls: false },
    { scope: "machine", path: "/etc/codex/skills", level: "admin", takesInstalls: false },
    { scope: "project", path: ".agents/skills", level: "repo" },
    { scope: "home", path: ".codex/plugins/cache/*/skills", level: "user", isCache: true },
  ],
  plugins: {
    home: { scope: "home", path: ".codex/plugins" },
    marketplaces: [".agents/plugins/marketplace.json", ".claude-plugin/marketplace.json"],
    manifests,
    skills: "listed-or-usual",
    needsManifest: true,
    version: "local",
    switches: { format: "toml", key: "plugins", files: [{ scope: "home", path: ".codex/config.toml" }] },
  },
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
    dialect: {
      kind: "mended",
      mustBeText: ["name", "description"],
      mustBeMap: { metadata: "SkillFrontmatterMetadata" },
    },
    trim: "words",
    rulings: {
      readable: rejected("failed to read file: {detail}"),
      "not-empty": noFrontmatter,
      frontmatter: noFrontmatter,
      "frontmatter-closed": noFrontmatter,
      "frontmatter-length": rejected("invalid YAML: too long for this lab"),
      "frontmatter-complexity": rejected("invalid YAML: too long for this lab"),
      yaml: rejected("invalid YAML: {detail}"),
      mapping: noFrontmatter,
      name: namedByFolder,
      description: noDescription,
      "name-length": { ...rejected("invalid name: exceeds maximum length of 64 characters"), limit: 64 },
    },
    warning: "⚠ {path}: {reason}",
    warningsHead: "⚠ Skipped loading {count} skill(s) due to invalid SKILL.md files.",
    validator: "none",
    body: "as-written",
    keeps: ["invocation-policy"],
  },
  identity: {
    name: "frontmatter",
    manifests,
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
