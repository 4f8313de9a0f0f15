import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { WriteTool } from "#lib/harness/vocabulary/access.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { akCoderShell } from "./shell-tools.ts";
import { guardedWorkingFolder, standardReadTools } from "./standard-access.ts";
import { slashed, tellsReason } from "./usual-parts.ts";

const loads: Ruling = { verdict: "load", fallback: "folder" };
const emptied: Ruling = { verdict: "load", fallback: "empty" };

const editRefusals: WriteTool["refusals"] = {
  noFile: "File not found at path: {path}",
  notFound: "Error: old_string not found in {path}",
  notOnce: "Error: old_string found {count} times in {path} — provide more surrounding context to make it unique.",
};
const patchRefusals: WriteTool["refusals"] = {
  noFile: "File not found at path: {path}",
  notFound: "Patch failed at index {index}: The text to find was not found in the file.",
  notOnce: "Patch failed at index {index}: The text to find is not unique (found {count} times).",
};

/** ak-coder as its decision record describes it, and as its program does where that is silent. */
export const akCoder: Profile = {
  id: "ak-coder",
  label: "ak-coder",
  roots: [{ scope: "project", path: ".", installAt: ".ak-coder/skills" }],
  scan: {
    depth: "recursive",
    fileName: { match: "suffix", suffix: "SKILL.md" },
    skipFolders: ["node_modules", ".git"],
    follows: { roots: true, folders: false, files: false },
    order: "folder",
    brokenRoot: "skip",
  },
  frontmatter: {
    fence: "first-block",
    dialect: { kind: "lenient" },
    trim: "none",
    rulings: {
      readable: { verdict: "reject" },
      "not-empty": loads,
      frontmatter: loads,
      "frontmatter-closed": loads,
      "frontmatter-length": loads,
      "frontmatter-complexity": loads,
      yaml: loads,
      mapping: loads,
      name: loads,
      description: emptied,
    },
    ...tellsReason,
    body: "as-written",
    keeps: ["body"],
  },
  identity: { name: "frontmatter", nameless: "unknown-skill", collisions: [], order: "found" },
  states: { kind: "none" },
  catalog: {
    delivery: { channel: "system", before: "" },
    lists: "on",
    head: "\n\nAvailable Skills:",
    row: "\n- Skill Name: {name}\n  Description: {description}\n  Instructions:\n{body}\n",
    separator: "",
    tail: "",
    empty: "",
  },
  activation: {
    byModel: { kind: "none" },
    byUser: {
      kind: "slash",
      prefixes: ["/skills:", "/"],
      trimsLine: true,
      multiline: true,
      arguments: "rest",
      content: "kept-body",
      message:
        'Apply Skill "{name}"{#arguments} with arguments: "{arguments}"{/arguments}{^arguments}.{/arguments}\n\n' +
        "Instructions:\n{content}",
    },
  },
  substitution: { kind: "none" },
  commands: {
    split: "first-at-space",
    anyCase: "others",
    rules: [
      {
        words: ["/skills", "reload"],
        detail: "Rescan workspace for SKILL.md files.",
        does: { kind: "reload", output: "Reloaded {count} skill(s)." },
      },
      {
        words: ["/skills", "<rest>"],
        does: {
          kind: "list",
          heading: "Available Skills (invoke as /skills:<name> [args]):",
          none: "No skills loaded. Add SKILL.md files anywhere under the workspace.",
          row: "  /skills:{name} - {description}{^description}No description provided.{/description}",
          nameWidth: 14,
          marks: { off: "", on: "", active: "" },
        },
      },
      {
        words: ["/new", "<rest>"],
        detail: "Begin a new conversation",
        does: { kind: "new-chat", output: "New conversation started." },
      },
      { words: ["/clear", "<rest>"], does: { kind: "new-chat", output: "New conversation started." } },
    ],
    others: slashed(
      "exit help context ping budget stats diff history resume rewind fork plan settings agent model providers vim compact btw",
    ),
    unknown: "Unknown command: /{word}. Type /help.",
  },
  guard: guardedWorkingFolder,
  readTools: standardReadTools,
  writeTools: {
    tools: [
      { kind: "write", name: "write_file", output: "Successfully wrote content to {path}", refusals: editRefusals },
      { kind: "replace", name: "str_replace", output: "Edited {path} successfully.", refusals: editRefusals },
      {
        kind: "patch",
        name: "patch_file",
        output: "Successfully applied {count} patches to {path}",
        refusals: patchRefusals,
      },
    ],
    reloaded: ". Skills reloaded.",
  },
  shellTool: akCoderShell,
  reload: ["start", "command", "new-chat", "skill-write"],
};
