import { expect, test } from "vitest";
import { agentSkills } from "#lib/harness/profiles/agentskills.ts";
import { claudeCode } from "#lib/harness/profiles/claude-code.ts";
import { genCode } from "#lib/harness/profiles/gencode.ts";
import { keen } from "#lib/harness/profiles/keen.ts";
import { loadSession } from "#lib/harness/session.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { SkillState } from "#lib/harness/vocabulary/states.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { nextState, setState, stateNotices } from "./states.ts";

const place = { cwd: "/workspace", home: "/home/user" };
const config = "/home/user/.keen/skills/config.json";
const demo = "/workspace/.agents/skills/demo/SKILL.md";
const text = "---\nname: demo\ndescription: d\n---\n";

function start(profile: Profile, texts: Readonly<Record<string, string>>): Session {
  return loadSession(profile, textFiles(texts), place);
}

function set(profile: Profile, session: Session, state: SkillState) {
  const [skill] = session.discovery.skills;
  return skill && setState(profile, session, { skill, state });
}

test("a skill that the file turns off is off, all others are on", () => {
  const session = start(keen, { [demo]: text, [config]: '{"is_enabled":{"demo":false}}' });
  expect([...session.states]).toEqual([[demo, "off"]]);
  expect(stateNotices(keen, session.files, place)).toEqual([]);
});

test.each(["[]", "{", '{"is_enabled":[]}', '{"is_enabled":{"demo":0}}', '{"is_enabled":{"demo":null}}'])(
  "%s is passed over, which is told",
  (broken) => {
    const session = start(keen, { [demo]: text, [config]: broken });
    expect([...session.states]).toEqual([[demo, "on"]]);
    expect(stateNotices(keen, session.files, place)).toMatchObject([{ code: "state-file-ignored", path: config }]);
  },
);

test("a harness sets the states it has, and no other", () => {
  expect(set(agentSkills, start(agentSkills, { [demo]: text }), "off")).toBeUndefined();
  expect(set(keen, start(keen, { [demo]: text }), "active")).toBeUndefined();
});

const genHome = "/home/user/.gen/skills/demo/SKILL.md";
const genProject = "/workspace/.gen/skills/demo/SKILL.md";

test("a level goes into the file of the scope in which the skill lies, beside what stands there", () => {
  const words = '{"skills":{"other":"active"},"theme":"dark"}';
  const home = set(genCode, start(genCode, { [genHome]: text, "/home/user/.gen/skills.json": words }), "active");
  expect(home?.writes).toEqual([
    {
      path: "/home/user/.gen/skills.json",
      text: '{\n  "skills": {\n    "demo": "active",\n    "other": "active"\n  },\n  "theme": "dark"\n}',
    },
  ]);
  expect(set(genCode, start(genCode, { [genProject]: text }), "off")?.writes[0]?.path).toBe(
    "/workspace/.gen/skills.json",
  );
});

const claudeSkill = "/workspace/.claude/skills/demo/SKILL.md";
const claudeSettings = "/workspace/.claude/settings.local.json";

test.each<[string, SkillState, string | undefined]>([
  ['{"skillOverrides":{"demo":"off"},"permissions":{"deny":["Read"]},"hooks":[],"other":5}', "off", undefined],
  ['{"skillOverrides":{"demo":"off","x":"of"}}', "active", "skillOverrides"],
  ['{"skillOverrides":{"demo":"off"},"permissions":{"deny":"Read"}}', "active", "permissions.deny"],
  ['{"skillOverrides":{"demo":"off"},"enabledPlugins":{"a@b":"yes"}}', "active", "enabledPlugins"],
  ['{"skillOverrides":{"demo":"off"},"model":5}', "active", "model"],
])("nothing in settings with a wrong value counts, and that is told: %s", (settings, state, wrong) => {
  const session = start(claudeCode, { [claudeSkill]: text, [claudeSettings]: settings });
  expect([...session.states.values()]).toEqual([state]);
  const [notice] = stateNotices(claudeCode, session.files, place);
  if (wrong === undefined) expect(notice).toBeUndefined();
  else
    expect(notice?.data).toEqual({
      detail: `${wrong} is wrong, so nothing in it counts`,
    });
});

test("what stands in settings with a wrong value is kept when a state is written there", () => {
  const settings = '{"skillOverrides":{"other":"of"},"model":5}';
  const session = start(claudeCode, { [claudeSkill]: text, [claudeSettings]: settings });
  const [write] = set(claudeCode, session, "off")?.writes ?? [];
  expect(write?.path === claudeSettings && JSON.parse(write.text ?? "")).toEqual({
    model: 5,
    skillOverrides: { demo: "off", other: "of" },
  });
});

test("levels cycle, and a word that is none of them is told and counts as off", () => {
  expect((["off", "on", "active"] as const).map((state) => nextState(genCode, state))).toEqual(["on", "active", "off"]);
  const session = start(genCode, { [genProject]: text, "/workspace/.gen/skills.json": '{"skills":{"demo":"paused"}}' });
  expect([...session.states]).toEqual([[genProject, "off"]]);
  expect(stateNotices(genCode, session.files, place)).toMatchObject([{ code: "state-file-ignored" }]);
});
