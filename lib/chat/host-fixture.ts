import type { GuardDecision } from "#lib/harness/vocabulary/access.ts";
import type { Files } from "#lib/vfs/files.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { defaultModelSettings } from "./model-settings.ts";
import type { ChatHost } from "./session.ts";

export const skillFile = "/workspace/.agents/skills/pdf-forms/SKILL.md";

/** A workspace with two skills, for the tests of this folder. */
export const testFiles: Files = textFiles({
  [skillFile]: [
    "---",
    "name: pdf-forms",
    "description: Fill in PDF forms.",
    "---",
    "# PDF forms",
    "",
    "Fills the fields of a form.",
    "",
    "1. Read [the field guide](references/fields.md).",
    "2. Run `scripts/fill.py`.",
    "3. Look at `references/gone.md`.",
    "",
  ].join("\n"),
  "/workspace/.agents/skills/pdf-forms/references/fields.md": "# Field guide\n\nNames of fields.\n",
  "/workspace/.agents/skills/pdf-forms/scripts/fill.py": "print('fill')\n",
  "/workspace/.agents/skills/changelog/SKILL.md":
    "---\nname: changelog\ndescription: Writes release notes.\n---\nList the changes.\n",
  "/workspace/notes.txt": "one\ntwo\nthree\n",
  "/home/user/secret.txt": "a secret\n",
  "/etc/passwd": "root\n",
});

const testCatalog = [
  "## Available Skills",
  "",
  "- changelog: Writes release notes. → /workspace/.agents/skills/changelog/SKILL.md",
  `- pdf-forms: Fill in PDF forms. → ${skillFile}`,
].join("\n");

/** Reads are granted in the workspace, asked for in the home folder, and denied elsewhere. */
function testGuard(path: string): GuardDecision {
  if (path.startsWith("/workspace")) return { permission: "granted", reason: "inside the working folder" };
  if (path.startsWith("/home")) return { permission: "pending", reason: "outside the working folder" };
  return { permission: "denied", reason: "it is a system folder" };
}

export function testHost(changes: Partial<ChatHost> = {}): ChatHost {
  return {
    files: () => testFiles,
    cwd: () => "/workspace",
    instructions: () => ({ system: `You are a coding agent.\n\n${testCatalog}` }),
    guard: testGuard,
    models: () => defaultModelSettings,
    ...changes,
  };
}
