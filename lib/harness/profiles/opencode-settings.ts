import type { AddedRoots, Scan } from "#lib/harness/vocabulary/discovery.ts";
import type { Scope } from "#lib/harness/vocabulary/places.ts";
import type { LayeredSettings, Startup } from "#lib/harness/vocabulary/settings.ts";
import type { SkillPermissions } from "#lib/harness/vocabulary/states.ts";
import type { Shape } from "#lib/skills/json-shape.ts";
import { all, flag, map, pair, recordOf, text, texts } from "./json-patterns.ts";
import { everyFolder } from "./usual-parts.ts";

/** The settings files of OpenCode or a fork of it, which have its name. */
function settingsOf(name: string, checked?: Shape): LayeredSettings {
  const names = [`${name}.json`, `${name}.jsonc`];
  const at = (scope: Scope, folder: string) => names.map((file) => ({ scope, path: folder + file }));
  const files = [
    ...at("home", `.config/${name}/`),
    ...at("project", ""),
    ...at("project", `.${name}/`),
    ...at("home", `.${name}/`),
  ];
  return { files, upward: true, fills: true, ...(checked && { checked }) };
}

/** Rules in the settings of OpenCode or a fork of it. @param checked see `LayeredSettings` */
export function permissionsIn(name: string, checked?: Shape): SkillPermissions {
  return {
    ...settingsOf(name, checked),
    key: "permission",
    switches: "tools",
    agents: [
      ["agent", "build"],
      ["mode", "build"],
    ],
    says: "The user has specified a rule which prevents you from using this specific tool call. Here are some of the relevant rules {rules}",
  };
}

const action = '"(?:ask|allow|deny)"';
const withoutPatterns = '(?!"(?:todowrite|question|webfetch|websearch|doom_loop)":\\{)';
/** Rules for tools, of which some have no patterns. */
const permissionWith = (each: string) =>
  `${action}|\\{(?:${withoutPatterns}${text}:(?:${each}|${recordOf(each)}),?)*\\}`;
const permission = permissionWith(action);
const whole = "[1-9]\\d*[,}]";

/** Agents: an object whose known keys have the right values, wherever they stand. */
const agents = [
  `(?!.*"(?:model|variant|prompt|description)":[^"])(?!.*"(?:disable|hidden)":(?!${flag}))`,
  '(?!.*"mode":(?!"(?:subagent|primary|all)"))(?!.*"(?:temperature|top_p)":[^-\\d])',
  `(?!.*"(?:s|maxS)teps":(?!${whole}))(?!.*"options":[^{])(?!.*"permission":(?!${permission}))`,
  `(?!.*"tools":(?!${recordOf(flag)}))\\{(?!"[^"]*":[^{]).*\\}`,
].join("");

/** A command has a template. */
const command = `\\{(?:(?!"template")${pair})*"template":${text},?(?:${pair})*\\}`;

/** Values of settings, as the program checks them. */
const openCodeShape: Shape = {
  permission,
  ...all(agents, "agent mode"),
  tools: recordOf(flag),
  skills: `${map}|${texts}`,
  ...all(
    texts,
    "skills.paths skills.urls instructions disabled_providers enabled_providers watcher.ignore server.cors",
  ),
  ...all(text, "$schema shell model small_model default_agent username enterprise.url"),
  ...all(
    map,
    "server watcher references reference provider mcp attachment enterprise tool_output compaction experimental",
  ),
  ...all(flag, "snapshot autoshare compaction.auto compaction.prune experimental.batch_tool"),
  ...all(`${flag}|${map}`, "formatter lsp"),
  command: recordOf(command),
  plugin: "\\[.*\\]",
  logLevel: '"(?:DEBUG|INFO|WARN|ERROR)"',
  share: '"(?:manual|auto|disabled)"',
  autoupdate: `${flag}|"notify"`,
  layout: '"(?:auto|stretch)"',
  ...all("[1-9]\\d*", "tool_output.max_lines tool_output.max_bytes experimental.mcp_timeout"),
};

/** As Kilo checks them: `null` is no rule. */
export const kiloShape: Shape = { ...openCodeShape, permission: permissionWith(`${action}|null`) };

/** Folders of skills that these settings add. */
export function addedBy(name: string, { checked, ...like }: AddedRoots["like"] & { checked?: Shape } = {}): AddedRoots {
  const scan: Scan = { ...everyFolder, skipHidden: true };
  return {
    ...settingsOf(name, checked),
    keys: ["skills", "paths"],
    like: { ...like, tellsDescribed: "by-key", takesInstalls: false, scan },
  };
}

/** The settings that OpenCode or a fork of it has to understand before it starts. */
export function startupOf(name: string): Startup {
  return {
    ...settingsOf(name),
    shape: openCodeShape,
    invalid: "Error: Configuration is invalid at {path}",
    unreadable: "Error: Config file at {path} is not valid JSON(C):",
  };
}
