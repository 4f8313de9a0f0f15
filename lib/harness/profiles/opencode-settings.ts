import type { AddedRoots, Scan } from "#lib/harness/vocabulary/discovery.ts";
import type { Scope, ScopedPath } from "#lib/harness/vocabulary/places.ts";
import type { LayeredSettings, Startup } from "#lib/harness/vocabulary/settings.ts";
import type { SkillPermissions } from "#lib/harness/vocabulary/states.ts";
import type { Shape } from "#lib/skills/json-shape.ts";
import { kiloShape, openCodeShape } from "./opencode-shape.ts";
import { everyFolder } from "./usual-parts.ts";

const openCodeFiles = ["opencode.json", "opencode.jsonc"];

const inFolders = (scope: Scope, folders: readonly string[], files: readonly string[]) =>
  folders.flatMap((folder) => files.map((file): ScopedPath => ({ scope, path: `${folder}/${file}` })));

const inProject = (files: readonly string[]) => files.map((path): ScopedPath => ({ scope: "project", path }));

/** The settings files of OpenCode. */
const ofOpenCode: readonly ScopedPath[] = [
  ...inFolders("home", [".config/opencode"], ["config.json", ...openCodeFiles]),
  ...inProject(openCodeFiles),
  ...inFolders("project", [".opencode"], openCodeFiles),
  ...inFolders("home", [".opencode"], openCodeFiles),
];

const kiloFiles = ["kilo.json", "kilo.jsonc", ...openCodeFiles];
const kiloFolders = [".kilocode", ".kilo"];
/** In its own folders, a file with comments counts below the one without. */
const inKiloFolder = ["kilo.jsonc", "kilo.json", "opencode.jsonc", "opencode.json"];

/** Those of Kilo in a person's main folder. It has to understand them before it starts. */
const mainOfKilo = inFolders("home", [".config/kilo"], ["config.json", ...kiloFiles]);

/** All of Kilo, which also reads files of the name that OpenCode gives them. */
const ofKilo: readonly ScopedPath[] = [
  ...mainOfKilo,
  ...inProject(kiloFiles),
  ...inFolders("project", kiloFolders, inKiloFolder),
  ...inFolders("home", kiloFolders, inKiloFolder),
];

/** @param checked see `LayeredSettings` */
function settingsOf(name: string, checked?: Shape): LayeredSettings {
  const rules =
    name === "kilo" ? { files: ofKilo, fills: "trusted" as const } : { files: ofOpenCode, fills: "all" as const };
  return { ...rules, upward: true, ...(checked && { checked }) };
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
    keys: [["skills", "paths"], ["skills"]],
    counts: "last",
    like: { ...like, tellsDescribed: "by-key", takesInstalls: false, scan },
  };
}

/** The settings that OpenCode or a fork of it has to understand before it starts. */
export function startupOf(name: string): Startup {
  return {
    ...settingsOf(name),
    ...(name === "kilo" ? { files: mainOfKilo, shape: kiloShape } : { shape: openCodeShape }),
    invalid: "Error: Configuration is invalid at {path}",
    unreadable: "Error: Config file at {path} is not valid JSON(C):",
  };
}
