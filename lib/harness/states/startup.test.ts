import { expect, test } from "vitest";
import { explain } from "#lib/harness/explain.ts";
import { interpretLine } from "#lib/harness/invocation/interpret-line.ts";
import { profileById, profiles } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { whyItEnds } from "./startup.ts";
import { stateNotices, whyFeatureIsOff } from "./states.ts";

const place = { cwd: "/w/app", home: "/h" };

function start(id: string, path: string, text: string) {
  const profile = profileById(id);
  const [root = ""] = profile.roots.flatMap(({ scope, path: at }) => (scope === "project" ? [at] : []));
  const location = `/w/app/${root}/demo/SKILL.md`;
  const files = textFiles({ [location]: "---\nname: demo\ndescription: d\n---\nBody\n", [path]: text });
  return { profile, location, session: loadSession(profile, files, place) };
}

test.each([
  ["opencode", "/w/app/opencode.json", '{"permission": {"skill": {"demo": "never"}}}', "permission"],
  ["opencode", "/w/opencode.jsonc", '{"share": "x"} // above', "share"],
  ["opencode", "/h/.config/opencode/opencode.json", '{"agent": {"build": {"mode": "x"}}}', "agent"],
  ["opencode", "/w/app/.opencode/opencode.json", "{", undefined],
  ["opencode", "/w/app/opencode.json", '{"username": "{file:./a.md}"}', "{file:./a.md}"],
  ["codex", "/h/.codex/config.toml", "[[skills.config]]\nname = 1\nenabled = false\n", "skills.config"],
  ["codex", "/h/.codex/config.toml", "[skills", undefined],
  ["pi", "/w/app/.pi/settings.json", '{"skills": [null]}', "skills"],
  ["gemini-cli", "/w/app/.gemini/settings.json", '{"tools": {"core": "x"}}', "tools.core"],
  ["gemini-cli", "/h/.gemini/settings.json", '{"skills": {},}', undefined],
  ["gemini-cli", "/h/.gemini/settings.json", "", undefined],
  ["gemini-cli", "/w/app/.gemini/settings.json", '{"ui": null}', "ui"],
  [
    "gemini-cli",
    "/w/app/.gemini/settings.json",
    '{"context": {"includeDirectories": 7}}',
    "context.includeDirectories",
  ],
  ["qwen-code", "/w/app/.qwen/settings.json", '{"general": {"language": 5}}', "general.language"],
  ["qwen-code", "/w/app/.qwen/settings.json", "[]", undefined],
  ["kilo", "/h/.config/kilo/kilo.jsonc", '{"skills": ["./x"]}', "skills"],
  ["kilo", "/h/.config/kilo/opencode.json", "{", undefined],
  ["qwen-code", "/h/.qwen/settings.json", "{}}", undefined],
  ["qwen-code", "/h/.qwen/settings.json", '{"model": {"goalMaxTurns": 0}}', "model.goalMaxTurns"],
  ["pi", "/w/app/.pi/settings.json", '{"packages": [5]}', "packages"],
])("%s ends at %s: %s", (id, path, text, key) => {
  const { profile, location, session } = start(id, path, text);
  const ended = { kind: "ended", path, ...(key !== undefined && { key }) };
  expect(whyFeatureIsOff(profile, session)).toMatchObject(ended);
  expect(session.states.get(location)).toBe("off");
  expect(interpretLine(profile, session, "hello")).toMatchObject({ kind: "command", writes: [] });
  expect(explain(profile, session, location).tests.find(({ rule }) => rule === "startup")).toMatchObject({
    outcome: "failed",
  });
  expect(stateNotices(profile, session.files, place)).toEqual([]);
});

test.each([
  ["opencode", "/w/app/opencode.json", ""],
  ["opencode", "/w/app/opencode.json", '{"unknown": 1, "permission": {"foo": "deny", "*": "ask"}, "lsp": false}'],
  [
    "opencode",
    "/w/app/opencode.json",
    '{"model": "{env:NONE}", "agent": {"mine": {"prompt": "{file:./opencode.json}"}}}',
  ],
  ["opencode", "/w/app/opencode.json", '// {file:./a.md}\n{"username": "x"}'],
  ["opencode", "/w/app/opencode.json", '{"command": {"go": {"template": "{Do} it", "subtask": true}}}'],
  ["codex", "/h/.codex/config.toml", 'model = "x"\n[mcp_servers.a]\ncommand = "b"\nargs = ["c"]\nenv = { D = "e" }\n'],
  ["codex", "/w/app/.codex/config.toml", "[skills"],
  ["gemini-cli", "/w/app/.gemini/settings.json", '{"tools": {"core": "", "exclude": "x"}}'],
  ["qwen-code", "/w/app/.qwen/settings.json", '{"model": null, "context": {"fileName": 0}}'],
  ["qwen-code", "/w/app/.qwen/settings.json", ""],
  ["qwen-code", "/w/app/.qwen/settings.json", "{"],
  ["pi", "/w/app/.pi/settings.json", '{"prompts": "x"}'],
  ["pi", "/w/app/.pi/settings.json", '// c\n{"packages": [5]}'],
  [
    "codex",
    "/h/.codex/config.toml",
    '[mcp_servers.a]\ncommand = "b"\nenv = { D = "{e}[" }\n[mcp_servers.a.tools.c]\nmode = "[{"\n',
  ],
  [
    "codex",
    "/h/.codex/config.toml",
    '[[skills.config]]\npath = "/a{b}[c"\nenabled = true\n[features.multi_agent_v2]\nx = "}"\n',
  ],
  ["pi", "/w/app/.pi/settings.json", "{"],
  ["kilo", "/w/app/kilo.json", '{"permission": 1}'],
])("%s starts with %s: %s", (id, path, text) => {
  const { profile, location, session } = start(id, path, text);
  expect(whyItEnds(profile, session)).toBeUndefined();
  expect(session.states.get(location)).toBe("on");
  expect(interpretLine(profile, session, "hello")).toEqual({ kind: "text" });
});

const deep = 20_000;
const endless = [
  `${'{"a":'.repeat(deep)}1${"}".repeat(deep)}`,
  `{"skills":{"disabled":${"[".repeat(deep)}${"]".repeat(deep)}}}`,
  `[skills${".a".repeat(deep)}]`,
];

test("settings that nest without end break nothing", () => {
  for (const { id, startup } of profiles)
    for (const { scope, path } of startup?.files ?? [])
      for (const text of endless) start(id, `${scope === "home" ? "/h" : "/w/app"}/${path}`, text);
});

test("a running harness goes on when its settings are broken behind it", () => {
  const { profile, session } = start("codex", "/h/.codex/config.toml", "");
  const files = textFiles({ "/h/.codex/config.toml": "[" });
  expect(interpretLine(profile, { ...session, files }, "hello")).toEqual({ kind: "text" });
});
