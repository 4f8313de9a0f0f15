import { type FoundRoot, placeLabel, placePath } from "#lib/harness/discovery/roots.ts";
import { parseJsonObject } from "#lib/harness/go/json.ts";
import type { RuleCode } from "#lib/harness/rules/rule.ts";
import type { Root } from "#lib/harness/vocabulary/discovery.ts";
import type { Place } from "#lib/harness/vocabulary/model.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { isInside, joinPath, relativePath } from "#lib/vfs/paths.ts";
import { lineWith } from "./line-with.ts";
import { failed, passed, type RuleFinding } from "./rule-test.ts";

export function pluginFinding({ namespace, path }: FoundRoot): RuleFinding {
  return passed(`${path} belongs to the plugin ${namespace}, which names its skills.`, { path });
}

/** Why a file in a folder of plugins is in none that counts; `undefined` when it lies elsewhere. */
export function strayPlugin(
  profile: Profile,
  files: Files,
  place: Place,
  location: string,
): ReadonlyMap<RuleCode, RuleFinding> | undefined {
  for (const root of profile.roots) {
    const [base = "", rest] = root.path.split("/*/");
    const parent = placePath(place, { scope: root.scope, path: base });
    if (rest === undefined || !isInside(parent, location)) continue;
    const [plugin = "", ...below] = relativePath(parent, location).split("/");
    if (!isInside(`/${rest}`, `/${below.join("/")}`)) continue;
    const tested = `It lies where ${placeLabel(root)} would be searched.`;
    return new Map([
      ["root", passed(tested, { path: parent })],
      ["plugin", missingPlugin(files, root, parent, plugin)],
    ]);
  }
  return undefined;
}

function missingPlugin(files: Files, { manifest }: Root, parent: string, plugin: string): RuleFinding {
  const path = manifest === undefined ? undefined : joinPath(parent, manifest);
  const text = path && readText(files, path);
  if (path === undefined || text === undefined) {
    const folder = joinPath(parent, plugin);
    return failed(`${folder} is a link, and only folders are plugins.`, "Put the plugin's files there.", {
      place: { path: folder },
    });
  }
  const says = parseJsonObject(text)
    ? `${manifest} says which plugins there are, and its first install of none is in ${plugin}.`
    : `${manifest} says which plugins there are, and it is no JSON object.`;
  const fix = `Give ${joinPath(parent, plugin)} as an installPath in ${manifest}, or move the skill out of the plugin.`;
  return failed(says, fix, { place: { path, line: lineWith(text, '"plugins"') } });
}
