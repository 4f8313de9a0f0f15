import { expect, test } from "vitest";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { discover } from "./discover.ts";
import { agentSkills } from "./profiles/agentskills.ts";
import { keen } from "./profiles/keen.ts";
import { readStates, setState, stateNotices } from "./states.ts";

const place = { cwd: "/workspace", home: "/home/user" };
const config = "/home/user/.keen/skills/config.json";
const demo = { "/workspace/.agents/skills/demo/SKILL.md": "---\nname: demo\ndescription: d\n---\n" };

test("a skill that the file turns off is off, all others are on", () => {
  const files = textFiles({ ...demo, [config]: '{"is_enabled":{"demo":false}}' });
  expect([...readStates(keen, files, place, discover(keen, files, place))]).toEqual([["demo", "off"]]);
  expect(stateNotices(keen, files, place)).toEqual([]);
});

test.each(["[]", "{", '{"is_enabled":[]}', '{"is_enabled":{"demo":0}}', '{"is_enabled":{"demo":null}}'])(
  "%s is passed over, which is told",
  (text) => {
    const files = textFiles({ ...demo, [config]: text });
    expect([...readStates(keen, files, place, discover(keen, files, place))]).toEqual([["demo", "on"]]);
    expect(stateNotices(keen, files, place)).toMatchObject([{ code: "state-file-ignored", path: config }]);
  },
);

test("a harness without states says so and writes nothing", () => {
  const files = textFiles(demo);
  const session = { files, place, discovery: discover(agentSkills, files, place) };
  expect(setState(agentSkills, session, "demo", "off")).toMatchObject({ kind: "command", writes: [], reload: false });
});
