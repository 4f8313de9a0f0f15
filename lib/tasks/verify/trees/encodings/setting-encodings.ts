import { below, skillsIn, skillText, type Tree, usualSkill } from "../../tree.ts";
import { inUtf16 } from "./skill-encodings.ts";

/** A skill that is named with the sign for bytes that are no text, as a lenient reader would have read `caf` and é in Latin-1. */
const lenient = "caf\ufffd";
/** `É` stands for the byte, which no JSON writes as it is. */
const latin = "cafÉ";

const skills = {
  alpha: usualSkill("alpha", "is alpha"),
  beta: usualSkill("beta", "is beta"),
  [lenient]: usualSkill(lenient, "has the sign in its name"),
};

interface File {
  readonly path: string;
  /** Its text where these skills are turned off; `note` is a text of no matter. */
  readonly text: (names: readonly string[], note: string) => string;
  readonly more?: Readonly<Record<string, string>>;
}

const json = (value: (names: readonly string[]) => object) => (names: readonly string[], note: string) =>
  JSON.stringify({ ...value(names), note });

const deny = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, "deny"]));
const disabled = json((names) => ({ skills: { disabled: names } }));
const ofPerson = (selectedType: string) =>
  json((names) => ({ security: { auth: { selectedType } }, skills: { disabled: names } }));
const toml = (names: readonly string[], note: string) =>
  `# ${note}\n${names.map((name) => `[[skills.config]]\nname = "${name}"\nenabled = false\n`).join("")}`;
const switches = (_: readonly string[], note: string) => JSON.stringify({ alpha: { overrides: ["!/*"], note } });
const extension = json(([name]) => ({ name, version: "1.0.0" }));
const inExtension = (own: string) =>
  below(`home/${own}/extensions/alpha`, { "skills/one/SKILL.md": usualSkill("one", "is one") });

/** Files that the programs read for something about skills. */
const files: Readonly<Record<string, readonly File[]>> = {
  "claude-code": [
    {
      path: "app/.claude/settings.json",
      text: json((names) => ({ skillOverrides: Object.fromEntries(names.map((name) => [name, "off"])) })),
    },
    {
      path: "home/.claude/settings.json",
      text: json((names) => ({ skillOverrides: Object.fromEntries(names.map((name) => [name, "off"])) })),
    },
    {
      path: "{project}/kit/.claude-plugin/plugin.json",
      text: json(([name]) => ({ name })),
      more: {
        "{project}/kit/skills/one/SKILL.md": usualSkill("one", "is one"),
        "{project}/kit/SKILL.md": usualSkill("kit", "k"),
      },
    },
    { path: "app/.claude/commands/cmd.md", text: ([name], note) => skillText(`description: of ${name}\n# ${note}`) },
  ],
  codex: [
    { path: "home/.codex/config.toml", text: toml },
    {
      path: "app/.codex/config.toml",
      text: toml,
      more: { "home/.codex/config.toml": '[projects."{world}/app"]\ntrust_level = "trusted"\n' },
    },
    { path: "app/.agents/.codex-plugin/plugin.json", text: json(([name]) => ({ name })) },
    {
      path: "{project}/alpha/agents/openai.yaml",
      text: ([name], note) =>
        `# ${note}\ninterface:\n  short_description: ${name}\npolicy:\n  allow_implicit_invocation: false\n`,
    },
    {
      path: "{project}/alpha/agents/openai.yaml",
      text: ([name], note) => `# ${note}\ninterface:\n  short_description: ${name}\n`,
    },
  ],
  "gemini-cli": [
    { path: "app/.gemini/settings.json", text: disabled },
    { path: "home/.gemini/settings.json", text: ofPerson("gemini-api-key") },
    { path: "home/.gemini/extensions/alpha/gemini-extension.json", text: extension, more: inExtension(".gemini") },
    {
      path: "home/.gemini/extensions/extension-enablement.json",
      text: switches,
      more: {
        ...inExtension(".gemini"),
        "home/.gemini/extensions/alpha/gemini-extension.json": '{"name":"alpha","version":"1.0.0"}',
      },
    },
  ],
  "qwen-code": [
    { path: "app/.qwen/settings.json", text: disabled },
    { path: "home/.qwen/settings.json", text: ofPerson("openai") },
    { path: "home/.qwen/extensions/alpha/qwen-extension.json", text: extension, more: inExtension(".qwen") },
    {
      path: "home/.qwen/extensions/extension-enablement.json",
      text: switches,
      more: {
        ...inExtension(".qwen"),
        "home/.qwen/extensions/alpha/qwen-extension.json": '{"name":"alpha","version":"1.0.0"}',
      },
    },
  ],
  opencode: ["app/opencode.json", "app/.opencode/opencode.json"].map((path) => ({
    path,
    text: (names, note) => `// ${note}\n${JSON.stringify({ permission: { skill: deny(names) } })}`,
  })),
  kilo: ["app/kilo.json", "home/.config/kilo/kilo.jsonc"].map((path) => ({
    path,
    text: (names, note) => `// ${note}\n${JSON.stringify({ permission: { skill: deny(names) } })}`,
  })),
  "copilot-cli": [
    { path: "home/.copilot/settings.json", text: json((names) => ({ disabledSkills: names })) },
    { path: "home/.copilot/config.json", text: json((names) => ({ disabledSkills: names })) },
  ],
  cline: [
    {
      path: "home/.cline/data/settings/global-settings.json",
      text: json((names) => ({ telemetryOptOut: true, disabledPlugins: names, disabledTools: ["skills"] })),
    },
    {
      path: "home/.agents/plugins/kit/plugin.json",
      text: json(([name]) => ({
        $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
        name,
        version: "1.0.0",
      })),
      more: { "home/.agents/plugins/kit/skills/one/SKILL.md": usualSkill("one", "is one") },
    },
  ],
  pi: [
    { path: "app/.pi/settings.json", text: json((names) => ({ skills: names.map((name) => `!${name}`) })) },
    { path: "home/.pi/agent/settings.json", text: json((names) => ({ skills: names.map((name) => `!**/${name}`) })) },
  ],
};

/** Files beside skills that are not UTF-8: settings, manifests, and what a person may have added. */
export const settingEncodingTrees: readonly Tree[] = Object.entries(files).flatMap(([program, all]) =>
  all.flatMap(({ path, text, more }, at): readonly Tree[] =>
    Object.entries({
      "as UTF-8": text(["alpha"], "café"),
      "Latin-1 in a note": text(["alpha"], latin),
      "Latin-1 in a name": text([latin], "x"),
      "Latin-1 at the end": `${text(["alpha"], "x")}É\n`,
      "UTF-16": inUtf16(text(["alpha"], "x")),
      "a mark before it": `\ufeff${text(["alpha"], "x")}`,
    }).map(([why, written], index) => ({
      name: `setting-encoding-${program}-${at}-${index}`,
      why: `${path}: ${why}`,
      only: [program],
      files: { ...skillsIn("{project}", skills), ...more, [path]: written.replaceAll("É", "\u{10ffe9}") },
      line: "/alpha x",
      calls: [["alpha"], [lenient], ["one"], ["alpha:one"]],
    })),
  ),
);
