import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { keen } from "./keen.ts";
import { keenShell } from "./shell-tools.ts";
import { standardReadTools, standardWriteTools } from "./standard-access.ts";

const document = 'Keen Code RFC "Agent Skills Support"';
const silent: Ruling = { verdict: "reject" };
const yamlIssue: Ruling = { verdict: "reject", reason: "Skill {folder} failed to load due to YAML parsing issue" };
const lenient = (field: string): Ruling => ({
  verdict: "load",
  fallback: "folder",
  reason: `Skill {folder} has no ${field} in its frontmatter; using the directory name`,
});

/** The proposal for Keen Code as it was written down before the program: lenient, and looking at the disk every time. */
export const keenRfc: Profile<RuleCode> = {
  id: "keen-rfc",
  label: "Keen RFC",
  evidence: [
    {
      claim: "Two roots: .agents/skills of the working folder, then of the home folder; the project's folder wins",
      source: `${document}, "Discovery"`,
      program: "The shipped program has five roots and its own bundled skills.",
      rules: ["root", "folder-taken"],
    },
    {
      claim: "The folder's name is the skill's name; a different one in the frontmatter is warned about",
      source: `${document}, "Discovery" and "Supported frontmatter fields"`,
      program: "The shipped program goes by the frontmatter's name.",
      rules: ["name-differs"],
    },
    {
      claim: "A missing name or description is replaced by the folder's name, with a warning",
      source: `${document}, "Validation"`,
      program: "The shipped program does not load such a skill.",
      rules: ["name", "description"],
    },
    {
      claim: "Unparseable YAML: not loaded, and the one message for it is shown; an empty file is skipped",
      source: `${document}, "Validation" and "Edge Cases"`,
      rules: ["not-empty", "frontmatter-closed", "yaml", "mapping"],
    },
    {
      claim: "A catalog row reads: - name: description → read /path/SKILL.md",
      source: `${document}, "System Prompt Changes"`,
      rules: ["catalog", "by-model"],
    },
    {
      claim: "The catalog says nothing of relative paths",
      source: `${document}, "System Prompt Changes": the texts it gives for the catalog`,
      program:
        "The same document says that the catalog instructs the model to resolve relative paths against the skill directory; the shipped program's does.",
      rules: ["catalog"],
    },
    {
      claim: "The disk is looked at before every message",
      source: `${document}, "Live reload"`,
      program: "The shipped program looks at start and on /skills reload.",
    },
    {
      claim: "$ARGUMENTS, $ARGUMENTS[N] and $0 to $9 are replaced, $0 being the first argument",
      source: `${document}, "User-driven invocation"`,
      program: "The shipped program counts from $1.",
    },
    {
      claim: "$10 stays as it is written",
      source: "A choice of this lab: the document is silent",
    },
    {
      claim: "Skills are on unless ~/.keen/skills/config.json says false",
      source: `${document}, "Config Persistence"`,
      rules: ["state"],
    },
    {
      claim: "Only folders of skills that were found may be read beside the working folder",
      source: `${document}, "Guard Allowlist for Skill Roots"`,
      program: "The shipped program grants the roots as a whole.",
      rules: ["by-model"],
    },
    {
      claim: "Each folder directly in a root that holds a SKILL.md is a skill",
      source: `${document}, "Discovery"`,
      rules: ["depth", "file-name"],
    },
    {
      claim: "Links are followed",
      source: "A choice of this lab: the document is silent, and the shipped program follows them",
      rules: ["link"],
    },
    {
      claim: "A file without frontmatter is plain markdown",
      source: `${document}, "Edge Cases"`,
      program: "The shipped program does not load such a skill.",
      rules: ["frontmatter"],
    },
    {
      claim: "A SKILL.md that cannot be read is a skill all the same, known by its folder's name alone",
      source: "Keen Code program, first version: the document is silent",
      program: "The shipped program warns instead.",
      rules: ["readable"],
    },
    {
      claim: "/name arguments sends the whole file with its placeholders replaced",
      source: `${document}, "User-driven invocation"`,
      rules: ["by-person"],
    },
  ],
  roots: [
    { scope: "project", path: ".agents/skills" },
    { scope: "home", path: ".agents/skills" },
  ],
  scan: keen.scan,
  frontmatter: {
    ...keen.frontmatter,
    rulings: {
      readable: { verdict: "load", fallback: "folder" },
      "not-empty": silent,
      frontmatter: { verdict: "load", fallback: "folder" },
      "frontmatter-closed": yamlIssue,
      "frontmatter-length": yamlIssue,
      "frontmatter-complexity": yamlIssue,
      yaml: yamlIssue,
      mapping: yamlIssue,
      name: lenient("name"),
      description: lenient("description"),
    },
    warning: "{reason}",
  },
  identity: {
    name: "folder",
    differingName: "Skill {folder}: the name {name} in its frontmatter differs from the directory name",
    collisions: [{ by: "folder" }],
    order: "name",
  },
  states: keen.states,
  catalog: {
    delivery: { channel: "system", before: "\n\n" },
    lists: "on",
    head: `## Available Skills

You have access to specialized skills. To activate a skill, use the read_file
tool to read the skill's SKILL.md file at one of these paths, then follow the
instructions within:

`,
    row: "- {name}: {description} → read {location}",
    separator: "\n",
    tail: "",
    empty: "",
  },
  activation: {
    byModel: { kind: "read-file" },
    byUser: {
      kind: "slash",
      prefixes: ["/"],
      trimsLine: false,
      multiline: false,
      arguments: "fields",
      content: "file",
      message: "[Activated skill: {name}]\n{#arguments}Arguments: {arguments}\n{/arguments}\n{content}",
    },
  },
  substitution: {
    kind: "placeholders",
    pattern: String.raw`\$ARGUMENTS\[(\d+)\]|\$ARGUMENTS\b|\$(\d)(?!\d)`,
    base: 0,
  },
  // To the document, `/skills` alone is not understood.
  commands: { ...keen.commands, rules: keen.commands.rules.slice(1) },
  guard: [
    {
      area: { kind: "found-skills" },
      permissions: { read: "granted" },
      reason: "the folder of a skill that was found: reading is free",
    },
    ...keen.guard.slice(1),
  ],
  readTools: standardReadTools,
  writeTools: standardWriteTools,
  shellTool: keenShell,
  reload: ["start", "message", "command"],
};
