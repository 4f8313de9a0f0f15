import { below, skillsIn, type Tree, usualSkill } from "../../tree.ts";

const skills = {
  "skills/one/SKILL.md": usualSkill("one", "is one"),
  "skills/two/SKILL.md": usualSkill("two", "is two"),
};

function extension(folder: string, manifest: unknown, more: Readonly<Record<string, string>> = {}) {
  return below(`home/.qwen/extensions/${folder}`, {
    "qwen-extension.json": typeof manifest === "string" ? manifest : JSON.stringify(manifest),
    ...skills,
    ...more,
  });
}

function tree(name: string, why: string, files: Tree["files"], more: Partial<Tree> = {}): Tree {
  return { name: `qwen-extension-${name}`, why, only: ["qwen-code"], files, calls: [["ext:one"]], ...more };
}

const manifest = { name: "ext", version: "1.0.0" };
const rules = (...overrides: readonly string[]) => ({
  "home/.qwen/extensions/extension-enablement.json": JSON.stringify({ ext: { overrides } }),
});
const note = (value: object) => ({ ".qwen-extension-install.json": JSON.stringify(value) });

const manifests: Readonly<Record<string, unknown>> = {
  "no-version": { name: "ext" },
  "name-low": { ...manifest, name: "a_b.c-1" },
  "name-blank": { ...manifest, name: "a b" },
  "name-colon": { ...manifest, name: "a:b" },
  "name-wide": { ...manifest, name: "é" },
  "not-json": "{",
  states: { ...manifest, skillStates: { one: false } },
  "states-wrong": { ...manifest, skillStates: { one: "off" } },
  "settings-number": { ...manifest, settings: 1 },
  "settings-object": { ...manifest, settings: {} },
  "settings-text": { ...manifest, settings: "x" },
  "context-number": { ...manifest, contextFileName: 1 },
  "context-numbers": { ...manifest, contextFileName: [1] },
  "context-object": { ...manifest, contextFileName: {} },
  "context-texts": { ...manifest, contextFileName: ["X.md"] },
};

/** Manifests of extensions, where they are on, and which of their skills. */
export const qwenExtensionTrees: readonly Tree[] = [
  ...Object.entries(manifests).map(([name, text]) => tree(name, JSON.stringify(text), extension("ext", text))),
  ...[["!/mnt/*"], ["!/mnt/app"], ["!/*", "/mnt/app/*"], ["/mnt/app/*", "!*"], ["!/*/app/"], ["!/other/*"]].map(
    (overrides, index) =>
      tree(`rule-${index}`, overrides.join(), { ...extension("ext", manifest), ...rules(...overrides) }),
  ),
  ...[["ext:one"], ["one"], ["EXT:ONE"]].map((disabled, index) =>
    tree(`off-${index}`, `off: ${disabled}`, {
      ...extension("ext", manifest),
      "app/.qwen/settings.json": JSON.stringify({ skills: { disabled } }),
    }),
  ),
  tree("linked", "installed as a link", {
    ...extension("ext", manifest, note({ type: "link", source: "/mnt/shared/ext" })),
    ...below("shared/ext", {
      "qwen-extension.json": JSON.stringify(manifest),
      "skills/one/SKILL.md": usualSkill("one", "at its source"),
    }),
  }),
  tree("twice", "two of one name", {
    ...extension("a", manifest),
    ...extension("b", manifest, { "skills/one/SKILL.md": usualSkill("one", "of b") }),
  }),
  tree("left-of-an-install", "folders that an installation leaves behind", {
    ...extension("ext", manifest, {
      "skills/one.backup-1-2/SKILL.md": usualSkill("saved", "s"),
      "skills/one.installing-1-2/SKILL.md": usualSkill("half", "h"),
    }),
    ...skillsIn("{project}", { "x.backup-1-2": usualSkill("kept", "k"), "x.installing-1-2": usualSkill("other", "o") }),
  }),
  tree("in-project", "an extension in the project", {
    ...below("app/.qwen/extensions/ext", { "qwen-extension.json": JSON.stringify(manifest), ...skills }),
  }),
];
