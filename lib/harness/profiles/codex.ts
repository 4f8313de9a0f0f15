import type { Ruling } from "#lib/harness/vocabulary/frontmatter.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { catalogHead, catalogTail } from "./codex-catalog.ts";
import { codexEvidence } from "./codex-evidence.ts";
import { standardWriteTools } from "./standard-write-tools.ts";

const rejected = (reason: string): Ruling => ({ verdict: "reject", reason });
const noFrontmatter = rejected("missing YAML frontmatter delimited by ---");
const noDescription = rejected("missing field `description`");
const namedByFolder: Ruling = { verdict: "load", fallback: "folder" };

/** OpenAI's Codex CLI as its documentation describes it, and as its public source does where that is silent. */
export const codex: Profile = {
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
    dialect: {
      kind: "mended",
      mustBeText: ["name", "description"],
      mustBeMap: { metadata: "SkillFrontmatterMetadata" },
    },
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
    manifests: [".codex-plugin/plugin.json", ".claude-plugin/plugin.json", ".cursor-plugin/plugin.json"],
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
