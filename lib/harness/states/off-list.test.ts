import { expect, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { setState, stateNotices, whyFeatureIsOff } from "./states.ts";

const profile = profileById("copilot-cli");
const place = { cwd: "/work/app", home: "/home/dev" };
const path = "/home/dev/.copilot/settings.json";
const skill = { "/work/app/.github/skills/one/SKILL.md": "---\nname: one\ndescription: d\n---\n" };

function open(settings?: string) {
  const files = textFiles({ ...skill, ...(settings !== undefined && { [path]: settings }) });
  return { files, session: loadSession(profile, files, place) };
}

test("a name on the list is off, and other settings stay when it goes", () => {
  const { session } = open('{"theme": "dark", "disabledSkills": ["two", "one"]}');
  expect([...session.states.values()]).toEqual(["off"]);
  const [one] = session.discovery.skills;
  const change = one && setState(profile, session, { skill: one, state: "on" });
  expect(JSON.parse(change?.writes[0]?.text ?? "")).toEqual({ theme: "dark", disabledSkills: ["two"] });
});

test("comments are read, and never written away", () => {
  const { session } = open('// mine\n{"disabledSkills": ["one"],}');
  expect([...session.states.values()]).toEqual(["off"]);
  const [one] = session.discovery.skills;
  expect(one && setState(profile, session, { skill: one, state: "on" })).toBeUndefined();
});

test.each([
  ["{", "not a JSON object"],
  ['{"disabledSkills": "one"}', "disabledSkills must be a list of names"],
])("a file %s turns nothing off, and is told", (text, detail) => {
  const { files, session } = open(text);
  expect([...session.states.values()]).toEqual(["on"]);
  expect(stateNotices(profile, files, place)).toMatchObject([{ path, data: { detail } }]);
  expect(stateNotices(profile, open().files, place)).toEqual([]);
});

test("lists of several files are put together, and a name goes off all of them", () => {
  const qwen = profileById("qwen-code");
  const both = ["/home/dev/.qwen/settings.json", "/work/app/.qwen/settings.json"];
  const files = textFiles({
    "/work/app/.qwen/skills/one/SKILL.md": "---\nname: one\ndescription: d\n---\n",
    ...Object.fromEntries(both.map((file) => [file, '{"skills": {"disabled": [" ONE "], "x": 1}}'])),
  });
  const session = loadSession(qwen, files, place);
  expect([...session.states.values()]).toEqual(["off"]);
  const [one] = session.discovery.skills;
  const change = one && setState(qwen, session, { skill: one, state: "on" });
  expect(change?.writes.map(({ path: written }) => written)).toEqual(both);
  expect(JSON.parse(change?.writes[0]?.text ?? "")).toEqual({ skills: { disabled: [], x: 1 } });
  const off = one && setState(qwen, loadSession(qwen, textFiles({}), place), { skill: one, state: "off" });
  expect(off?.writes.map(({ text }) => JSON.parse(text ?? ""))).toEqual([{ skills: { disabled: ["one"] } }]);
});

test("a name that is off by default goes on by another list", () => {
  const qwen = profileById("qwen-code");
  const settings = "/home/dev/.qwen/settings.json";
  const open = (skills: object) =>
    loadSession(
      qwen,
      textFiles({
        "/work/app/.qwen/skills/one/SKILL.md": "---\nname: one\ndescription: d\n---\n",
        [settings]: JSON.stringify({ skills }),
      }),
      place,
    );
  const session = open({ defaultDisabled: [" One"] });
  expect([...session.states.values()]).toEqual(["off"]);
  const [one] = session.discovery.skills;
  const change = one && setState(qwen, session, { skill: one, state: "on" });
  expect(change?.writes.map(({ text }) => JSON.parse(text ?? ""))).toEqual([
    { skills: { defaultDisabled: [" One"], enabled: ["one"] } },
  ]);
  expect([...open({ defaultDisabled: ["one"], enabled: ["ONE"] }).states.values()]).toEqual(["on"]);
});

const gemini = profileById("gemini-cli");
const ofGemini = ["/home/dev/.gemini/settings.json", "/work/app/.gemini/settings.json"] as const;

/** The states of one skill with these settings of the person and the project. */
function geminiStates(...texts: readonly (object | undefined)[]) {
  const files = textFiles({
    "/work/app/.gemini/skills/one/SKILL.md": "---\nname: one\ndescription: d\n---\n",
    ...Object.fromEntries(texts.flatMap((text, index) => (text ? [[ofGemini[index], JSON.stringify(text)]] : []))),
  });
  const session = loadSession(gemini, files, place);
  return { session, files, states: [...session.states.values()] };
}

test.each([
  [[{ skills: { disabled: "ONE" } }], "off"],
  [[{ skills: { disabled: [" one "] } }], "on"],
  [[{ skills: { enabled: false } }], "off"],
  [[{ skills: { enabled: false } }, { skills: { enabled: true } }], "on"],
  [[{ skills: { enabled: true } }, { skills: { enabled: false } }], "off"],
  [[{ skills: { enabled: "False" } }], "off"],
  [[{ skills: { enabled: "" } }], "off"],
  [[{ skills: [] }], "on"],
  [[{ skills: ["one"] }], "on"],
  [[{ skills: false }], "on"],
])("Gemini CLI's settings %j", (texts, state) => {
  expect(geminiStates(...texts).states).toEqual([state]);
});

test("while the switch for all is off, the file is named and no list turns a skill on", () => {
  const { session, files } = geminiStates({ skills: { enabled: false } });
  const off = whyFeatureIsOff(gemini, { files, place, discovery: session.discovery });
  expect(off).toEqual({ kind: "setting", path: ofGemini[0], key: "skills.enabled" });
  const [one] = session.discovery.skills;
  expect(one && setState(gemini, session, { skill: one, state: "on" })).toBeUndefined();
});

test("the lists are read as often for fifty skills as for five", () => {
  const settings = "/work/app/.qwen/settings.json";
  const readsFor = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `s${index}`);
    const texts = names.map((name) => [
      `/work/app/.qwen/skills/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: d\n---\n`,
    ]);
    const files = textFiles({ ...Object.fromEntries(texts), [settings]: '{"skills": {"defaultDisabled": ["s1"]}}' });
    const { lstat, stat, list } = files;
    let reads = 0;
    const read: typeof files.read = (path) => {
      if (path === settings) reads++;
      return files.read(path);
    };
    loadSession(profileById("qwen-code"), { lstat, stat, list, read }, place);
    return reads;
  };
  expect(readsFor(50)).toBe(readsFor(5));
});
