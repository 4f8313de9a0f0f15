import type { GuardRule, ReadToolNames, WriteToolRules } from "#lib/harness/vocabulary/access.ts";

const refusals = {
  noFile: "There is no file {path}.",
  notFound: "The text to replace does not occur in {path}.",
  notOnce: "The text to replace occurs {count} times in {path}: include more of the text around it.",
} as const;

/** The names of the lab's own tools, for harnesses whose documents do not name theirs. */
export const standardReadTools: ReadToolNames = { read: "read_file", list: "list_files", search: "grep" };

export const standardWriteTools = writeToolsNamed("write_file", "edit_file");

/** The lab's own tools that change files, under a harness's names. */
export function writeToolsNamed(write: string, edit: string): WriteToolRules {
  return {
    tools: [
      { kind: "write", name: write, output: "Wrote {path}.", refusals },
      { kind: "replace", name: edit, output: "Edited {path}.", refusals },
    ],
    reloaded: "",
  };
}

/** The folders of found skills are open to the model, wherever they are. */
export const openSkills: GuardRule = {
  area: { kind: "found-skills" },
  permissions: { read: "granted" },
  reason: "the folder of a skill that was found: reading is free",
};

/** Reading in the working folder is allowed; every change, and every access outside, needs the person's approval. */
export const guardedWorkingFolder: readonly GuardRule[] = [
  {
    area: { kind: "working-folder" },
    permissions: { read: "granted", write: "pending", edit: "pending" },
    reason: "in the working folder: reading is free, a change needs your word",
  },
  {
    area: { kind: "anywhere" },
    permissions: { read: "pending", write: "pending", edit: "pending" },
    reason: "outside the working folder",
  },
];

/** Reading is free everywhere. The programs of some such harnesses do not ask before a change either; this lab always does. */
export const openForReading: readonly GuardRule[] = [
  {
    area: { kind: "anywhere" },
    permissions: { read: "granted", write: "pending", edit: "pending" },
    reason: "reading is free, a change needs your word",
  },
];
