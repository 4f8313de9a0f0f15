import { expect, test } from "vitest";
import { interpretLine } from "#lib/harness/invocation/interpret-line.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { invokedIn, readHandedOut } from "./handed-out.ts";

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

test.each(["/notes now", "please use /notes\nnow"])(
  "a message that calls a skill by %j has its instructions, and the rest",
  (line) => {
    const profile = profileById("copilot-cli");
    const files = textFiles({
      "/w/.github/skills/notes/SKILL.md": "---\nname: notes\ndescription: Notes.\n---\nDo it.\n",
    });
    const session = loadSession(profile, files, { cwd: "/w", home: "/home" });
    const typed = interpretLine(profile, session, line);
    const handed = invokedIn(typed.kind === "invocation" ? typed.message : "");
    expect(handed).toMatchObject({ name: "notes", directory: "/w/.github/skills/notes" });
    expect(handed?.instructions).toMatch(/^Do it\./);
    expect([handed?.asked, handed?.instructions].join("\n")).toContain("now");
  },
);
