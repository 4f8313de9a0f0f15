import { expect, test } from "vitest";
import { codex } from "#lib/harness/profiles/codex.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { setState, stateNotices } from "./states.ts";

const place = { cwd: "/w", home: "/h" };
const config = "/h/.codex/config.toml";
const demo = "/w/.agents/skills/demo/SKILL.md";
const twin = "/h/.agents/skills/demo/SKILL.md";
const text = "---\nname: demo\ndescription: d\n---\n";

function start(toml: string) {
  return loadSession(codex, textFiles({ [demo]: text, [twin]: text, [config]: toml }), place);
}

function statesBy(toml: string) {
  return Object.fromEntries(start(toml).states);
}

const entry = (key: string, value: string, enabled: boolean) =>
  `[[skills.config]]\n${key} = "${value}"\nenabled = ${enabled}\n`;

test("an entry's path means one SKILL.md, its name all skills of that name, and the last that fits decides", () => {
  expect(statesBy(entry("path", demo, false))).toEqual({ [demo]: "off", [twin]: "on" });
  expect(statesBy(entry("name", "demo", false))).toEqual({ [demo]: "off", [twin]: "off" });
  expect(statesBy(entry("name", "demo", false) + entry("path", demo, true))).toEqual({ [demo]: "on", [twin]: "off" });
  expect(statesBy(`[[skills.config]]\npath = "${demo}"\nname = "demo"\nenabled = false\n`)).toMatchObject({
    [demo]: "on",
  });
});

test("a path may begin with ~ and lead up, and blanks around a name are nothing", () => {
  expect(statesBy(entry("path", "~/.agents/skills/demo/SKILL.md", false))).toEqual({ [demo]: "on", [twin]: "off" });
  expect(statesBy(entry("path", "/w/.agents/x/../skills/demo/SKILL.md", false))).toMatchObject({ [demo]: "off" });
  expect(statesBy(entry("path", ".agents/skills/demo/SKILL.md", false))).toMatchObject({ [demo]: "on" });
  expect(statesBy(entry("name", " demo ", false))).toEqual({ [demo]: "off", [twin]: "off" });
});

test.each(["skills = 1\n", `[skills]\nbundled = "x"\n${entry("name", "demo", false)}`])(
  "%j is passed over, which is told",
  (toml) => {
    expect(statesBy(toml)).toEqual({ [demo]: "on", [twin]: "on" });
    const session = start(toml);
    expect(stateNotices(codex, session.files, place)).toMatchObject([{ code: "state-file-ignored", path: config }]);
  },
);

function turnOff(toml: string, state: "off" | "on" = "off"): string | null | undefined {
  const session = start(toml);
  const skill = session.discovery.skills.find(({ location }) => location === demo);
  return skill && setState(codex, session, { skill, state })?.writes[0]?.text;
}

test("setting a state leaves every other line as it is", () => {
  const others = `# mine\nmodel = "o3"   # fast\n\n${entry("name", "other", false)}`;
  expect(turnOff(others)).toBe(`${others}\n${entry("path", demo, false)}`);
  expect(turnOff("")).toBe(entry("path", demo, false));
  const known = `${entry("path", demo, false)}\n[tui]\nenabled = true\n`;
  expect(turnOff(known, "on")).toBe(`${entry("path", demo, true)}\n[tui]\nenabled = true\n`);
});

test("an entry that a later one overrules is followed by another, and a file that cannot hold one stays", () => {
  const overruled = entry("path", demo, true) + entry("name", "demo", true);
  expect(turnOff(overruled)).toBe(`${overruled}\n${entry("path", demo, false)}`);
  expect(turnOff("skills.config = []\n")).toBeUndefined();
  expect(turnOff("[broken")).toBeUndefined();
});
