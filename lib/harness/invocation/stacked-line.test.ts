import { expect, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { interpretLine } from "./interpret-line.ts";
import { callSkillTool, skillToolOf } from "./skill-tool.ts";

const profile = profileById("qwen-code");
const skill = (name: string, more = "") => [
  `/work/app/.qwen/skills/${name}/SKILL.md`,
  `---\nname: ${name}\ndescription: d\n${more}---\n\nText of ${name}.\n`,
];
const files = textFiles({
  ...Object.fromEntries([
    skill("one"),
    skill("two"),
    skill("mine", "user-invocable: false\n"),
    skill("later", "paths: [src/*.ts]\n"),
  ]),
  "/home/dev/.qwen/settings.json": '{"skills": {"disabled": ["two", "gone"]}}',
});
const session = loadSession(profile, files, { cwd: "/work/app", home: "/home/dev" });
const two = loadSession(profile, textFiles(Object.fromEntries([skill("one"), skill("two")])), session.place);

test("blanks may stand before the name, and the line follows the text", () => {
  const result = interpretLine(profile, session, "/ one  a b ");
  expect(result).toMatchObject({ kind: "invocation" });
  const message = result.kind === "invocation" ? result.message : "";
  expect(message).toContain("Text of one.\n\n\n/ one  a b\n\nYour invocation");
  expect(message).toContain("<skill-args>a b</skill-args>\n");
});

test("what follows several skills is sent behind them, and is none's arguments", () => {
  const result = interpretLine(profile, two, "/one /two and more");
  expect(result.kind === "invocation" && result.message).toMatch(
    /Text of one\.\n\n\nBase .*Text of two\.\n\n\nand more$/s,
  );
});

test.each(["/two x", "/mine x"])("%s, which is off or not for people, calls nothing", (line) => {
  expect(interpretLine(profile, session, line)).toMatchObject({ output: `Unknown command: ${line}` });
});

test.each([
  ["gone", "is disabled"],
  ["later", "is gated by path-based activation"],
  ["nope", "Available skills: batch, "],
  ["nope", "new-app, one, qc-helper"],
])("a call of %s says that it %s", (asked, says) => {
  const tool = skillToolOf(profile);
  if (!tool) throw new Error("no tool");
  expect(callSkillTool(profile, tool, session, { input: { skill: asked }, active: new Set() }).text).toContain(says);
});
