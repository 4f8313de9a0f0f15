import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { keen } from "./keen.ts";
import { keenShell } from "./shell-tools.ts";
import { openSkills, standardReadTools, standardWriteTools } from "./standard-access.ts";

const silent: Ruling = { verdict: "reject" };
const yamlIssue: Ruling = { verdict: "reject", reason: "Skill {folder} failed to load due to YAML parsing issue" };
const lenient = (field: string): Ruling => ({
  verdict: "load",
  fallback: "folder",
  reason: `Skill {folder} has no ${field} in its frontmatter; using the directory name`,
});

/** The proposal for Keen Code, written before the program: lenient, and reading the disk every time. */
export const keenRfc: Profile = {
  id: "keen-rfc",
  label: "Keen RFC",
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
  // The document has no command `/skills` without further words.
  commands: { ...keen.commands, rules: keen.commands.rules.slice(1) },
  guard: [openSkills, ...keen.guard.slice(1)],
  readTools: standardReadTools,
  writeTools: standardWriteTools,
  shellTool: keenShell,
  reload: ["start", "message", "command"],
};
