import { expect, test } from "vitest";
import { codex } from "#lib/harness/profiles/codex.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { completeLine } from "./complete-line.ts";
import { interpretLine } from "./interpret-line.ts";

const place = { cwd: "/w", home: "/h" };
const skill = (name: string) => `---\nname: ${name}\ndescription: d\n---\nDo ${name}.\n`;
const session = loadSession(
  codex,
  textFiles({
    "/w/.agents/skills/one/SKILL.md": skill("one"),
    "/w/.agents/skills/two/SKILL.md": skill("two"),
    "/w/.agents/skills/path/SKILL.md": skill("path"),
    "/w/.agents/skills/twin/SKILL.md": skill("twin"),
    "/h/.agents/skills/twin/SKILL.md": skill("twin"),
  }),
  place,
);

function mentioned(line: string): readonly string[] {
  const result = interpretLine(codex, session, line);
  if (result.kind !== "invocation") return [];
  expect(result.message.startsWith(`${line}\n\n<skill>\n`)).toBe(true);
  expect(result.display).toBe(line);
  return [result.skill, ...(result.others ?? [])].map(({ location }) => location);
}

const one = "/w/.agents/skills/one/SKILL.md";
const two = "/w/.agents/skills/two/SKILL.md";
const homeTwin = "/h/.agents/skills/twin/SKILL.md";

test.each([
  ["use $two, then $one and $two again", [one, two]],
  ["cost:5$one!", [one]],
  ["$oneself $One one", []],
  ["$PATH and $path", []],
  ["$twin", []],
  [`[$twin](${homeTwin})`, [homeTwin]],
  [`[$twin] (skill://${homeTwin}) and $one`, [homeTwin, one]],
  [`[$path](${one})`, []],
  ["[$one](/elsewhere/SKILL.md)", []],
])("%s", (line, locations) => {
  expect(mentioned(line)).toEqual(locations);
});

test("a mentioned skill's file follows the message as it is written", () => {
  const result = interpretLine(codex, session, "$one");
  expect(result).toMatchObject({
    message: `$one\n\n<skill>\n<name>one</name>\n<path>${one}</path>\n${skill("one")}\n</skill>`,
  });
});

test("a name is completed wherever it begins in a message", () => {
  expect(completeLine(codex, session, "please $t").map(({ insert }) => insert)).toEqual([
    "please $twin",
    "please $two",
  ]);
  expect(completeLine(codex, session, "please $t ")).toEqual([]);
});
