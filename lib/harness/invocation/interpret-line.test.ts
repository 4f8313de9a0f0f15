import { expect, test } from "vitest";
import { keen } from "#lib/harness/profiles/keen.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import type { SlashActivation } from "#lib/harness/vocabulary/activation.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { interpretLine } from "./interpret-line.ts";

const place = { cwd: "/workspace", home: "/home/user" };

/** ak-coder's form: a prefix of its own, verbatim arguments, only the body. */
const slash: SlashActivation = {
  kind: "slash",
  prefixes: ["/skills:", "/"],
  trimsLine: true,
  multiline: true,
  arguments: "rest",
  content: "fresh-body",
  message: 'Apply "{name}"{#arguments} with: "{arguments}"{/arguments}{^arguments}.{/arguments}\n\n{content}',
};
const verbatim: Profile = {
  ...keen,
  activation: { ...keen.activation, byUser: slash },
  substitution: { kind: "none" },
  frontmatter: { ...keen.frontmatter, body: "trimmed-lines" },
  commands: { rules: [], others: [] },
};

function messageFor(line: string, profile = verbatim): string | undefined {
  const files = textFiles({
    "/workspace/.agents/skills/one/SKILL.md": "---\nname: one\ndescription: d\n---\nDo $1.\n",
  });
  const result = interpretLine(profile, loadSession(profile, files, place), line);
  return result.kind === "invocation" ? result.message : undefined;
}

test("arguments can be sent as typed, and a skill without its frontmatter", () => {
  expect(messageFor("  /skills:one fix  the 'bug' ")).toBe('Apply "one" with: "fix  the \'bug\'"\n\nDo $1.');
  expect(messageFor("/one")).toBe('Apply "one".\n\nDo $1.');
  expect(messageFor("/skills:two")).toBeUndefined();
});

test("placeholders can be replaced in all that is sent, which is trimmed then", () => {
  const whole: Profile = {
    ...verbatim,
    activation: { ...verbatim.activation, byUser: { ...slash, message: "  {content} for $1\n", fillsMessage: true } },
    substitution: { kind: "numbered-words", appended: ", {arguments}" },
  };
  expect(messageFor("/one $2 b", whole)).toBe("Do $2 b. for $2 b");
});

test("a command can have line breaks among its words", () => {
  const files = textFiles({});
  const resultOf = (profile: Profile) => interpretLine(profile, loadSession(profile, files, place), "/help\nme").kind;
  const commands = { rules: [], others: ["/help"] };
  expect(resultOf({ ...verbatim, commands })).toBe("text");
  expect(resultOf({ ...verbatim, commands: { ...commands, multiline: true } })).toBe("command");
});

test("a message that draws the skill's folder has it filled in", () => {
  const files = textFiles({ "/work/app/.gemini/skills/a/SKILL.md": "---\nname: a\ndescription: d\n---\nB\n" });
  const gemini = profileById("gemini-cli");
  const session = loadSession(gemini, files, { cwd: "/work/app", home: "/home/dev" });
  const typed = interpretLine(gemini, session, "/a now");
  expect(typed.kind === "invocation" && typed.message).toContain("/work/app/.gemini/skills/a/\n└───SKILL.md");
});
