import fc from "fast-check";
import { modelKey, modelPort } from "../jail/jail-task.ts";
import type { Program } from "../program.ts";
import type { Settings } from "../random-settings.ts";
import { names } from "../random-skills.ts";
import { printedMark, type Told } from "../told.ts";
import { world } from "../tree.ts";
import { textsOf } from "../wire-text.ts";

interface Body {
  readonly input: readonly Item[];
}

interface Item {
  readonly role?: string;
  readonly content?: string | readonly { readonly text?: string }[];
}

const opening = "<skills_instructions>";
/** Introduce what the program tells of its environment, and of the person's own instructions. */
const surroundings = /^(?:<environment_context>|# AGENTS\.md instructions for )/;

const config = "home/.codex/config.toml";

/** The model's host; without it the program asks for an account. */
const host = [
  'model_provider = "fake"',
  "[model_providers.fake]",
  'name = "Fake"',
  `base_url = "http://127.0.0.1:${modelPort}/v1"`,
  'env_key = "FAKE_KEY"',
  'wire_api = "responses"',
  "",
].join("\n");

const quoted = JSON.stringify;
const named = fc.oneof(fc.constantFrom(...names), fc.constantFrom("alpha", "beta", "ALPHA", " alpha ", "al*"));
const placed = fc
  .tuple(
    fc.constantFrom("{world}/app/", "{world}/home/", "{world}/app/", "~/", "", "./", "{world}/app/pkg/../"),
    fc.constantFrom(".agents/skills/", ".codex/skills/"),
    named,
    fc.constantFrom("", "/SKILL.md", "/SKILL.md", "/"),
  )
  .map((parts) => parts.join(""));

/** Which skill an entry of its settings is about, and whether it is on. */
const keys = fc.oneof(
  { weight: 4, arbitrary: named.map((name) => [`name = ${quoted(name)}`]) },
  { weight: 4, arbitrary: placed.map((path) => [`path = ${quoted(path)}`]) },
  fc.tuple(named, placed).map(([name, path]) => [`name = ${quoted(name)}`, `path = ${quoted(path)}`]),
  fc.constantFrom([], ["name = 7"], ["name = 'alpha'", "more = 1"]),
);
const whether = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom("enabled = false", "enabled = false", "enabled = true") },
  fc.constantFrom("", 'enabled = "false"', "enabled = 0", "enabled = false # caf\u{10ffe9}"),
);
const entry = fc.tuple(keys, whether).map(([which, isOn]) => [...which, isOn].filter(Boolean));
const tables = fc
  .tuple(fc.array(entry, { minLength: 1, maxLength: 3 }), fc.constantFrom("", "", " # off", "\n# off"))
  .map(([entries, note]) => entries.map((lines) => `[[skills.config]]${note}\n${lines.join("\n")}\n`).join(""));
const inline = fc
  .array(entry, { minLength: 1, maxLength: 2 })
  .map((entries) => `[skills]\nconfig = [${entries.map((lines) => `{ ${lines.join(", ")} }`).join(", ")}]\n`);
const entries = fc.oneof({ weight: 4, arbitrary: tables }, inline);

const trust = '[projects."{world}/app"]\ntrust_level = "trusted"\n';

/** Files in skills' folders: each skill has one of three, as one for a single name would rarely meet its skill. */
const policies = fc
  .array(
    fc.constantFrom(
      "policy:\n  allow_implicit_invocation: false\n",
      "policy:\n  allow_implicit_invocation: true\n",
      'policy:\n  allow_implicit_invocation: "false"\n',
      "policy:\n  allow_implicit_invocation: no\n",
      "policy: {allow_implicit_invocation: false}\ninterface: {display_name: Shown, short_description: Short}\n",
      "interface:\n  display_name: Shown\n  short_description: Short\n  default_prompt: Use it\n",
      "interface:\n  short_description: 7\npolicy:\n  allow_implicit_invocation: false\n",
      "policy:\n  allow_implicit_invocation: false\n  products: [chatgpt]\n",
      "policy:\n  products: [codex]\n",
      "policy:\n\tallow_implicit_invocation: false\n",
      "dependencies:\n  tools:\n    - type: mcp\n      value: x\npolicy:\n  allow_implicit_invocation: false\n",
      "policy: [",
      "# caf\u{10ffe9}\npolicy:\n  allow_implicit_invocation: false\n",
      "policy:\n  allow_implicit_invocation: false\nunknown: x\n",
      "",
    ),
    { minLength: 3, maxLength: 3 },
  )
  .map((texts) =>
    names.flatMap((name, index) =>
      ["{project}", "{home}"].map((root) => [`${root}/${name}/agents/openai.yaml`, texts[index % 3] ?? ""] as const),
    ),
  );

/** Entries of its settings, which turn skills off, and files about skills. */
const settings: Settings = fc.oneof(
  { weight: 2, arbitrary: entries.map((text) => [[config, host + text] as const]) },
  fc
    .tuple(entries, fc.constantFrom("", trust))
    .map(([text, trusted]) => [[config, host + trusted] as const, ["app/.codex/config.toml", text] as const]),
  { weight: 2, arbitrary: policies },
);

export const codex: Program = {
  id: "codex",
  label: "Codex",
  package: "@openai/codex",
  version: "0.169.0",
  command: "codex",
  wire: "responses",
  folders: { project: ".agents/skills", home: ".agents/skills", own: ".codex" },
  model: "gpt-5.6",
  env: { FAKE_KEY: modelKey },
  settings,
  setup: ({ home }) => ({ [`${home}/.codex/config.toml`]: host }),
  withOwn(path, text) {
    if (!path.endsWith("/.codex/config.toml") || text.includes("model_provider")) return text;
    if (text.startsWith("\ufeff")) return `\ufeff${codex.withOwn?.(path, text.slice(1))}`;
    // Keys before the first table belong to none.
    const [before = "", after = ""] = splitAtTable(text);
    const isOnlyKeys = /^\w/.test(text) && after === "";
    if (isOnlyKeys || !/^\s*[\w"']/m.test(before)) return isOnlyKeys ? text + host : host + text;
    return `${before}${host}${after}`;
  },
  line: (line) => line.replace(/^(\s*)\//, "$1$$"),
  // Its bundled skills are installed into the home folder at every start, and do not matter for a person's.
  args: (prompt, model) => ["exec", "--skip-git-repo-check", "-m", model, "-c", "skills.bundled.enabled=false", prompt],
  screen: {
    args: (model) => ["-m", model, "-c", "skills.bundled.enabled=false"],
    files: { [`${world}/home/.codex/config.toml`]: `${host}[projects."${world}/app"]\ntrust_level = "trusted"\n` },
  },
  call: () => undefined,
  read: (path) => ({ name: "exec_command", input: { cmd: `cat ${path}` } }),
  told({ requests, stdout, stderr }, tree): Told {
    const body = requests.find(({ url }) => url.startsWith("/v1/responses"))?.body as Body | undefined;
    const said = (body?.input ?? []).flatMap((item) => partsOf(item).map((text) => ({ role: item.role ?? "", text })));
    const told = said.find(({ text }) => text.startsWith(opening));
    const typed = said.filter(({ role, text }) => role === "user" && !surroundings.test(text));
    return {
      ...(told && { stands: told.role }),
      catalog: told?.text ?? "",
      own: [],
      ...(tree.line !== undefined && {
        line: body
          ? typed.map(({ text }) => text).join("\n\n")
          : printedMark + (stdout + stderr).trim().replace(/^(Error loading config\.toml:)[\s\S]*/, "$1"),
      }),
      results: [],
    };
  },
};

function partsOf({ content = [] }: Item): readonly string[] {
  return typeof content === "string" ? [content] : content.map(textsOf);
}

/** A file's keys that stand before the first table, and the rest. */
function splitAtTable(text: string): readonly [string, string] {
  const at = /^[ \t]*\[/m.exec(text)?.index ?? text.length;
  return [text.slice(0, at), text.slice(at)];
}
