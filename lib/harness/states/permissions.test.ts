import { expect, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { areAllDenied, denialText, isDenied, permissionRules } from "./permissions.ts";
import { fitsWildcards } from "./wildcards.ts";

const profile = profileById("opencode");
const place = { cwd: "/w/app/pkg", home: "/h" };

/** The rules that these settings make, by their paths. */
function rules(settings: Readonly<Record<string, unknown>>) {
  const texts = Object.entries(settings).map(([path, value]) => [
    path,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return permissionRules(profile, { files: textFiles(Object.fromEntries(texts)), place });
}

const denied = (settings: Parameters<typeof rules>[0]) =>
  ["alpha", "alpha-two", "beta"].filter((name) => isDenied(rules(settings), name));

test.each([
  [{ skill: { alpha: "deny" } }, ["alpha"]],
  [{ skill: { "alpha*": "deny", "alpha-two": "allow" } }, ["alpha"]],
  [{ skill: { alpha: "deny", "*": "allow" } }, []],
  [{ "sk*": { "alph?": "deny" } }, ["alpha"]],
  [{ skill: { beta: "deny" }, "*": "allow" }, []],
  [{ edit: "deny" }, []],
  [{ skill: { "alpha *": "deny", "[ab]*": "deny" } }, ["alpha"]],
])("permission %j keeps %j from the model", (permission, names) => {
  expect(denied({ "/w/app/pkg/opencode.json": { permission } })).toEqual(names);
});

test("where the last rule denies all there is no tool", () => {
  const all = (settings: object) => areAllDenied(rules({ "/h/.config/opencode/opencode.json": settings }));
  expect(all({ permission: { skill: "deny" } })).toBe(true);
  expect(all({ permission: { skill: { beta: "allow", "*": "deny" } } })).toBe(true);
  expect(all({ permission: { skill: { "*": "deny", beta: "allow" } } })).toBe(false);
  expect(all({ tools: { skill: false } })).toBe(true);
  expect(all({ tools: { skill: false }, permission: { skill: { beta: "allow" } } })).toBe(false);
  expect(all({ agent: { build: { permission: { skill: "deny" } } } })).toBe(true);
  const agent = { build: { permission: { skill: { beta: "deny" } } } };
  expect(all({ mode: { build: { tools: { skill: true, "*": false } } }, agent })).toBe(true);
  expect(all({ mode: { build: { tools: { "*": false, skill: true } } }, agent })).toBe(true);
  expect(all({ permission: "deny" })).toBe(true);
  expect(all({ permission: { edit: "deny" } })).toBe(false);
});

test("files are merged, those of the project over the person's, the topmost folder first, and keys stay where they are", () => {
  const skill = (value: unknown) => ({ permission: { skill: value } });
  const settings = {
    "/h/.config/opencode/opencode.json": skill({ alpha: "deny", beta: "deny" }),
    "/w/app/opencode.jsonc": '// above\n{"permission": {"skill": {"beta": "allow",}}}',
    "/w/app/pkg/opencode.json": skill({ "*": "allow" }),
    "/w/app/pkg/.opencode/opencode.json": skill({ alpha: "allow", "alpha-two": "deny" }),
  };
  const bySkill = rules(settings).slice(1);
  expect(bySkill.map(({ pattern, action }) => `${pattern} ${action}`)).toEqual([
    "alpha allow",
    "beta allow",
    "* allow",
    "alpha-two deny",
  ]);
});

test("a value of another kind ends OpenCode, and takes from Kilo what its file says", () => {
  const text = '{"permission": {"edit": "no", "skill": {"alpha": "deny"}}}';
  const kilo = permissionRules(profileById("kilo"), { files: textFiles({ "/w/app/pkg/kilo.json": text }), place });
  expect(isDenied(kilo, "alpha")).toBe(false);
  expect(isDenied(rules({ "/w/app/pkg/opencode.json": text }), "alpha")).toBe(true);
});

test("Kilo also reads OpenCode's files, and says of a rule that it is an agent's", () => {
  const kilo = profileById("kilo");
  const denied = { permission: { skill: { alpha: "deny" } } };
  const told = (path: string, settings: object) => {
    const session = { files: textFiles({ [path]: JSON.stringify(settings) }), place };
    expect(isDenied(permissionRules(kilo, session), "alpha")).toBe(true);
    const { byModel } = kilo.activation;
    const permissions = byModel.kind === "tool" ? byModel.permissions : undefined;
    return permissions && denialText(kilo, session, permissions, "alpha");
  };
  expect(told("/w/app/opencode.json", denied)).toContain('"source":"project"');
  expect(told("/h/.config/kilo/opencode.jsonc", denied)).toContain('"source":"global"');
  expect(told("/w/app/kilo.json", { agent: { build: denied } })).toContain('"source":"agent"');
});

test("settings of strangers make no rule of what is none", () => {
  expect(
    rules({ "/w/app/opencode.json": '{"__proto__": {"permission": "deny"}, "permission": ["x"], "tools": 1}' }),
  ).toEqual([
    { permission: "*", action: "allow", pattern: "*" },
    { permission: "*", action: ["x"], pattern: "*" },
  ]);
  expect(fitsWildcards(`${"*a".repeat(200)}b`, "a".repeat(250))).toBe(false);
  expect(permissionRules(profileById("codex"), { files: textFiles({}), place })).toEqual([]);
});
