import { expect, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";

const folder = "/home/dev/.gemini/extensions/ext";
const manifest = '{"name": "ext", "version": "1.0.0"}';
const skill = "---\nname: one\ndescription: d\n---\n";

/** The locations of the skills that Gemini CLI loads. */
function loaded(files: Readonly<Record<string, string>>, cwd = "/work/app") {
  const all = textFiles({
    [`${folder}/gemini-extension.json`]: manifest,
    [`${folder}/skills/one/SKILL.md`]: skill,
    ...files,
  });
  const { discovery } = loadSession(profileById("gemini-cli"), all, { cwd, home: "/home/dev" });
  return discovery.skills.map(({ location }) => location);
}

const own = [`${folder}/skills/one/SKILL.md`];

test.each([
  ['{"name": "ext"}', []],
  ['{"name": "e_xt", "version": "1"}', []],
  ['{"name": "ext ", "version": "1"}', []],
  [`\ufeff${manifest}`, []],
  ['{"name": "EXT-1", "version": 1}', own],
])("an extension with the manifest %s", (text, locations) => {
  expect(loaded({ [`${folder}/gemini-extension.json`]: text })).toEqual(locations);
});

test.each([
  [["!/work/*"], []],
  [["!/work/app/"], []],
  [["!/work/app"], own],
  [["!/work/*", "/work/app/*"], own],
  [["/work/app/*", "!/*"], []],
  [["!/elsewhere/*"], own],
  [["!/*/app/*"], []],
  [["!/work/ap*"], []],
  [["!/wor/*"], own],
  [["!*p*"], []],
  [[`!${"*/*w".repeat(40)}`], own],
  [["!/*", 7], own],
])("the rules %j: the last that fits the working folder decides", (overrides, locations) => {
  const rules = JSON.stringify({ ext: { overrides } });
  expect(loaded({ "/home/dev/.gemini/extensions/extension-enablement.json": rules })).toEqual(locations);
});

test("an extension that was linked is read at its source", () => {
  const linked = loaded({
    [`${folder}/.gemini-extension-install.json`]: '{"type": "link", "source": "/src/ext"}',
    "/src/ext/gemini-extension.json": manifest,
    "/src/ext/skills/two/SKILL.md": skill,
  });
  expect(linked).toEqual(["/src/ext/skills/two/SKILL.md"]);
});
