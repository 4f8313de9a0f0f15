import { isObject, type JsonObject } from "#lib/harness/go/json.ts";
import { settingsLayers } from "#lib/harness/roots/layered-settings.ts";
import type { Scope } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { SkillPermissions } from "#lib/harness/vocabulary/states.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { fitsWildcards } from "./wildcards.ts";

/** A rule as OpenCode keeps and prints it. */
export interface PermissionRule {
  readonly permission: string;
  readonly action: unknown;
  readonly pattern: string;
}

interface RulesOptions {
  /** Only the files of this scope. */
  readonly scope?: Scope;
  /** Only rules for every agent. */
  readonly withoutAgents?: boolean;
}

/** The rules for the harness's tool, in order; empty for a harness without such rules. */
export function permissionRules(
  { activation: { byModel } }: Profile,
  { files, place }: Pick<Session, "files" | "place">,
  { scope, withoutAgents = false }: RulesOptions = {},
): readonly PermissionRule[] {
  if (byModel.kind !== "tool" || !byModel.permissions) return [];
  const { name, permissions } = byModel;
  const open = permissions.files.filter((file) => scope === undefined || file.scope === scope);
  const read = settingsLayers({ ...permissions, files: open }, files, place).map((layer) => layer.settings ?? {});
  const agents = permissions.agents.map((keys) => {
    const inFile = (settings: unknown) =>
      keys.reduce((value, key) => (isObject(value) ? value[key] : undefined), settings);
    return read.map((settings) => asRules(permissions, inFile(settings))).reduce(merged, {});
  });
  const first = { permission: "*", action: "allow", pattern: "*" };
  const general = rulesIn(asRules(permissions, read.reduce(merged, {})));
  const all = [first, ...general, ...(withoutAgents ? [] : rulesIn(agents.reduce(merged, {})))];
  return all.filter(({ permission }) => fitsWildcards(permission, name));
}

/** Whether the last rule for a skill keeps the model from it. */
export function isDenied(rules: readonly PermissionRule[], skill: string): boolean {
  return rules.findLast(({ pattern }) => fitsWildcards(pattern, skill))?.action === "deny";
}

/** What a call of a skill that is denied is answered. */
export function denialText(
  profile: Profile,
  session: Pick<Session, "files" | "place">,
  { says, sources }: SkillPermissions,
  skill: string,
): string {
  const rules = permissionRules(profile, session);
  const last = rules.findLast(({ pattern }) => fitsWildcards(pattern, skill));
  const isAmong = (options: RulesOptions) =>
    permissionRules(profile, session, options).some((rule) => isDeepEqual(rule, last));
  const whose = !isAmong({ withoutAgents: true }) ? "agent" : isAmong({ scope: "home" }) ? "home" : "project";
  const rule = { ...last, ...(sources && { source: sources[whose] }) };
  return fillTemplate(says, { rules: JSON.stringify(rules), rule: JSON.stringify(rule) });
}

function isDeepEqual(a: PermissionRule, b: PermissionRule | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether the last rule of all is about every skill, and denies it: then there is no tool. */
export function areAllDenied(rules: readonly PermissionRule[]): boolean {
  const last = rules.at(-1);
  return last?.pattern === "*" && last.action === "deny";
}

/** Two objects as one: values of the second count, objects are merged, and keys stay where they are. */
function merged(under: JsonObject, over: JsonObject): JsonObject {
  const put = Object.entries(over).map(([key, value]) => {
    const below = Object.hasOwn(under, key) ? under[key] : undefined;
    return [key, isObject(below) && isObject(value) ? merged(below, value) : value] as const;
  });
  return Object.fromEntries([...Object.entries(under), ...put]);
}

/** What settings say of tools, as one object of rules: switches count as rules before the others. */
function asRules({ key, switches }: SkillPermissions, settings: unknown): JsonObject {
  if (!isObject(settings)) return {};
  const { [key]: said, [switches]: switched } = settings;
  const bySwitch = Object.entries(isObject(switched) ? switched : {}).map(([tool, isOn]) => [
    tool,
    isOn ? "allow" : "deny",
  ]);
  const byRule = isObject(said) ? said : said === undefined ? {} : { "*": said };
  return merged(Object.fromEntries(bySwitch) as JsonObject, byRule);
}

function rulesIn(rules: JsonObject): readonly PermissionRule[] {
  return Object.entries(rules).flatMap(([permission, value]): readonly PermissionRule[] =>
    isObject(value)
      ? Object.entries(value).map(([pattern, action]) => ({ permission, pattern, action }))
      : [{ permission, action: value, pattern: "*" }],
  );
}
