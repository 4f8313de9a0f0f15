import { expect, test } from "vitest";
import { readHandedOut } from "./handed-out.ts";

test.each([
  ["Launching skill: notes\n\nBase directory for this skill: /w/notes\n\nDo it.", "/w/notes"],
  // Claude Code does not tell the folder of a skill that is a single file.
  ["Launching skill: notes\n\nDo it.", undefined],
  [
    '# Loaded Skill: notes (skill)\n\nNotes.\n\n## Content\n\nDo it.\n\n## Supporting Files\n\nSkill directory: /w/notes\n\nRelative paths in this skill resolve from the skill directory. The shell tool runs in the session working directory, so use the resolved path below or `cd` into the skill directory before running supporting scripts.\n\n- a.md → /w/notes/a.md (load_skill(name: "notes/a.md"))\n',
    "/w/notes",
  ],
])("what a tool handed over has its instructions, and its folder where the harness tells it: %j", (text, directory) => {
  const handed = readHandedOut(text);
  expect(handed.instructions).toBe("Do it.");
  expect(handed.directory).toBe(directory);
});
