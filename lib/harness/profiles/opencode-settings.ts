import type { AddedRoots, Scan } from "#lib/harness/vocabulary/discovery.ts";
import type { Scope } from "#lib/harness/vocabulary/places.ts";
import type { LayeredSettings, Startup } from "#lib/harness/vocabulary/settings.ts";
import type { SkillPermissions } from "#lib/harness/vocabulary/states.ts";
import type { Shape } from "#lib/skills/json-shape.ts";
import { openCodeShape } from "./opencode-shape.ts";
import { everyFolder } from "./usual-parts.ts";

/** The program that the others are forks of: they also read its files. */
const forked = "opencode";

/** The settings files of OpenCode or a fork of it, which have its name. */
function settingsOf(name: string, checked?: Shape): LayeredSettings {
  const own = [`${name}.json`, `${name}.jsonc`];
  const names = name === forked ? own : [`${forked}.json`, `${forked}.jsonc`, ...own];
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
