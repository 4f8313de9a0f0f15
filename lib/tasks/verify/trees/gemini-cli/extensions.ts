import { below, skillsIn, type Tree, usualSkill } from "../../tree.ts";

const one = usualSkill("one", "is one");

/** An extension with a skill; `more` are further files of its folder. */
function extension(folder: string, manifest: unknown, more: Readonly<Record<string, string>> = {}) {
  return below(`home/.gemini/extensions/${folder}`, {
    "gemini-extension.json": typeof manifest === "string" ? manifest : JSON.stringify(manifest),
    "skills/one/SKILL.md": one,
    ...more,
  });
}

function tree(name: string, why: string, files: Tree["files"], more: Partial<Tree> = {}): Tree {
  return { name: `gemini-extension-${name}`, why, only: ["gemini-cli"], files, calls: [["one"]], ...more };
}

const manifest = { name: "ext", version: "1.0.0" };
const enabled = (rules: unknown) => ({
  "home/.gemini/extensions/extension-enablement.json": typeof rules === "string" ? rules : JSON.stringify(rules),
});
const overrides = (...rules: readonly string[]) => enabled({ ext: { overrides: rules } });

const manifests: Readonly<Record<string, unknown>> = {
  "no-version": { name: "ext" },
  "version-empty": { name: "ext", version: "" },
  "version-number": { name: "ext", version: 1 },
  "version-zero": { name: "ext", version: 0 },
  "no-name": { version: "1.0.0" },
  "name-of-another": { ...manifest, name: "another" },
  "name-blank": { ...manifest, name: "a b" },
  "name-low": { ...manifest, name: "a_b" },
  "name-dot": { ...manifest, name: "a.b" },
  "name-upper": { ...manifest, name: "EXT-1" },
  "name-wide": { ...manifest, name: "é" },
  "name-number": { ...manifest, name: 7 },
  "name-filled": { ...manifest, name: `a\${/}b` },
  list: [manifest],
  null: "null",
  "not-json": "{",
  comments: '// c\n{"name": "ext", "version": "1"}',
  "comma-last": '{"name": "ext", "version": "1",}',
  mark: '\ufeff{"name": "ext", "version": "1"}',
  "settings-number": { ...manifest, settings: 1 },
  "settings-object": { ...manifest, settings: {} },
  "settings-text": { ...manifest, settings: "x" },
  "settings-list": { ...manifest, settings: [{ name: "a", envVar: "B", description: "c" }] },
};

const rules: Readonly<Record<string, ReturnType<typeof enabled>>> = {
  off: overrides("!/mnt/app/"),
  "off-below": overrides("!/mnt/*"),
  "off-everywhere": overrides("!/*"),
  "off-star": overrides("!*"),
  "off-without-slash": overrides("!/mnt/app"),
  "off-elsewhere": overrides("!/mnt/other/*"),
  "off-then-on": overrides("!/mnt/*", "/mnt/app/*"),
  "on-then-off": overrides("/mnt/app/*", "!/mnt/*"),
  "off-home": overrides("!/mnt/home/*"),
  "off-parent-alone": overrides("!/mnt/"),
  "off-glob": overrides("!/mnt/a*"),
  "off-inner-glob": overrides("!/*/app/"),
  empty: overrides(""),
  "of-another": enabled({ other: { overrides: ["!/*"] } }),
  "of-upper": enabled({ EXT: { overrides: ["!/*"] } }),
  "of-folder": enabled({ folder: { overrides: ["!/*"] } }),
  "no-list": enabled({ ext: { overrides: "!/*" } }),
  "no-overrides": enabled({ ext: {} }),
  "a-number": enabled({ ext: { overrides: ["!/*", 7] } }),
  "bad-beside": enabled({ ext: { overrides: ["!/*"] }, other: true }),
  "not-json": enabled("{"),
  comments: enabled('// c\n{"ext":{"overrides":["!/*"]}}'),
};

const placeholders = [
  `p[\${extensionPath}] w[\${workspacePath}] s[\${/}] S[\${pathSeparator}]`,
  `u[\${unknown}] e[\${}] n[\${HOME}] x[$extensionPath]`,
  `b[\${ extensionPath }] t[\${extensionPath] m[\${a\n}]`,
].join("\n");

const links: readonly Tree[] = [
  tree(
    "linked",
    "an extension that is a link",
    { ...below("shared/ext", { "gemini-extension.json": JSON.stringify(manifest), "skills/one/SKILL.md": one }) },
    { links: { "home/.gemini/extensions/ext": "{world}/shared/ext" } },
  ),
  ...["link", "local", "git", "github-release"].map((type) =>
    tree(`installed-${type}`, `installed as ${type} from another folder`, {
      ...extension("ext", manifest, {
        ".gemini-extension-install.json": JSON.stringify({
          source: type === "link" || type === "local" ? "/mnt/shared/ext" : "https://github.com/owner/ext",
          type,
        }),
      }),
      ...below("shared/ext", {
        "gemini-extension.json": JSON.stringify({ ...manifest, name: "there" }),
        "skills/one/SKILL.md": usualSkill("one", "at its source"),
      }),
    }),
  ),
  tree("installed-link-gone", "installed as a link to a folder that is gone", {
    ...extension("ext", manifest, {
      ".gemini-extension-install.json": JSON.stringify({ source: "/mnt/shared/gone", type: "link" }),
    }),
  }),
  tree("installed-not-json", "a note of its installation that is no JSON", {
    ...extension("ext", manifest, { ".gemini-extension-install.json": "{" }),
  }),
];

/** Manifests of extensions, where they are on, and what their skills' texts are filled with. */
export const geminiExtensionTrees: readonly Tree[] = [
  ...Object.entries(manifests).map(([name, text]) => tree(name, JSON.stringify(text), extension("ext", text))),
  ...Object.entries(rules).map(([name, files]) =>
    tree(`rule-${name}`, Object.values(files).join(), { ...extension("ext", manifest), ...files }),
  ),
  tree("rule-in-folder", "off in a folder of another name", {
    ...extension("folder", manifest),
    ...overrides("!/*"),
  }),
  tree(
    "rule-below",
    "off above the working folder",
    { ...extension("ext", manifest), ...overrides("!/mnt/app/*") },
    {
      cwd: "app/pkg",
    },
  ),
  tree("twice", "two of one name", {
    ...extension("ext", manifest),
    ...extension("ext2", manifest, { "skills/two/SKILL.md": usualSkill("two", "is two") }),
  }),
  tree("two", "two with skills of one name", {
    ...extension("a", { ...manifest, name: "a" }),
    ...extension("b", { ...manifest, name: "b" }, { "skills/one/SKILL.md": usualSkill("one", "of b") }),
  }),
  tree(
    "filled",
    "placeholders in the text",
    extension("ext", manifest, {
      "skills/one/SKILL.md": usualSkill("one", `d \${extensionPath} \${/}`, placeholders),
      "skills/named/SKILL.md": usualSkill(`"n\${/}x"`, "a name with one"),
    }),
    { calls: [["one"], ["n/x"], ["n$-{-}x"]] },
  ),
  tree(
    "filled-in-project",
    "placeholders in a skill of the project",
    skillsIn("{project}", {
      one: usualSkill("one", `d \${extensionPath}`, placeholders),
    }),
  ),
  tree("in-project", "an extension in the project", {
    ...below("app/.gemini/extensions/ext", {
      "gemini-extension.json": JSON.stringify(manifest),
      "skills/one/SKILL.md": one,
    }),
  }),
  tree("nested", "a skill two folders down", extension("ext", manifest, { "skills/deep/er/SKILL.md": one })),
  tree("as-file", "a file among the extensions", { ...extension("ext", manifest), "home/.gemini/extensions/x": "x" }),
  tree("hidden", "a hidden folder of an extension", extension(".ext", manifest)),
  tree(
    "excluding",
    "an extension that takes the tool away",
    extension("ext", { ...manifest, excludeTools: ["activate_skill"] }),
  ),
  ...links,
];
