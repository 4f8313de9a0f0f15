import { parseJsonObject } from "#lib/harness/go/json.ts";
import type { FoundPlugin, PluginRefusal } from "#lib/harness/roots/plugins.ts";
import { installLabel } from "#lib/harness/roots/roots.ts";
import type { Root } from "#lib/harness/vocabulary/discovery.ts";
import { failed, lineWith, passed, type RuleFinding } from "#lib/harness/vocabulary/finding.ts";
import { placePath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { isInside, joinPath, relativePath } from "#lib/vfs/paths.ts";
import { type PlaceNotice, type Position, placeRule } from "./place-rule.ts";

export const plugin = placeRule<StrayPlugin>()({
  code: "plugin",
  title: "Belongs to an installed plugin",
  wrong: "Not part of an installed plugin",
  mendedBy: "move",
  breaksOutside: strayPlugin,
  kept: ({ namespace, path }) =>
    namespace === undefined
      ? undefined
      : passed(`${path} belongs to the plugin ${namespace}, which names its skills.`, { path }),
  broken: (stray, _, { profile, files }) =>
    stray.installed ? unreadPlugin(profile, stray.installed) : missingPlugin(profile, files, stray),
  notice: outsideRoots,
});

/** The finding on a skill in no folder that is searched. */
export function outsideRoots(_: object, _root: unknown, position: Position): PlaceNotice {
  return { code: "outside-roots", severity: "info", data: { root: installLabel(position) } };
}

interface StrayPlugin {
  /** The root that the plugin would belong to. */
  readonly root: Root;
  /** The folder of that root's plugins. */
  readonly parent: string;
  /** The name of the plugin's folder in it. */
  readonly name: string;
  /** Present if the plugin is installed but does not include the file. */
  readonly installed?: FoundPlugin;
}

/** The plugin of a file that is in a folder of plugins but in no installed plugin's skills; `undefined` elsewhere. */
export function strayPlugin({ profile, place, location, pluginsOf }: Position): StrayPlugin | undefined {
  for (const root of profile.roots) {
    const [base = "", rest] = root.path.split("/*/");
    const parent = placePath(place, { scope: root.scope, path: base });
    if (rest === undefined || !isInside(parent, location)) continue;
    const [name = "", ...below] = relativePath(parent, location).split("/");
    const installed = pluginsOf(root).find(({ folder }) => isInside(folder, location));
    if (installed && profile.plugins) return { root, parent, name, installed };
    if (isInside(`/${rest}`, `/${below.join("/")}`)) return { root, parent, name };
  }
  return undefined;
}

/** Why an installed plugin does not include one of its skills: it is turned off, or does not list the skill. */
function unreadPlugin(profile: Profile, { id = "", namespace, refused }: FoundPlugin): RuleFinding {
  if (refused) return refusals[refused.why](id, refused.path);
  const says = `${profile.label} reads the skills that the plugin ${namespace} or its marketplace names; this is not one of them.`;
  return failed(says, "Install the skill by itself.");
}

type Refused = (id: string, path: string) => RuleFinding;

const refusals: Readonly<Record<PluginRefusal["why"], Refused>> = {
  off: (id, path) => failed(`The plugin ${id} is turned off in ${path}.`, `Turn ${id} on there.`, { place: { path } }),
  "not-on": (id, path) =>
    failed(`The plugin ${id} is installed, and no settings turn it on.`, `Set ${id} to true in ${path}.`, {
      place: { path },
    }),
  "no-market": (id, path) =>
    failed(`The plugin ${id} is from a marketplace that ${path} does not list.`, "Add its marketplace.", {
      place: { path },
    }),
  market: (id, path) =>
    failed(
      `The marketplace of ${id} has something wrong, so it lists nothing.`,
      "Give it a name of one word and an owner with a name.",
      { place: { path } },
    ),
  "not-listed": (id, path) =>
    failed(`The marketplace of ${id} does not list it.`, "List the plugin there, or remove it.", { place: { path } }),
  manifest: (id, path) =>
    failed(
      `The manifest of ${id} has something wrong, so the plugin is not loaded.`,
      "Give it a name of one word, paths that begin with ./ and values of the right kind.",
      { place: { path } },
    ),
  dependency: (id, path) =>
    failed(`The plugin ${id} depends on a plugin that is not loaded.`, "Install that, too, and turn it on.", {
      place: { path },
    }),
};

/** Why the plugin is not installed. */
function missingPlugin(profile: Profile, files: Files, { root: { manifest }, parent, name }: StrayPlugin): RuleFinding {
  const folder = joinPath(parent, name);
  const path = manifest === undefined ? undefined : joinPath(parent, manifest);
  const text = path && readText(files, path);
  if (text === undefined && profile.plugins?.markets !== undefined) {
    return failed(`There is no ${manifest}, which lists the plugins.`, "Install the plugin from its marketplace.");
  }
  if (path === undefined || text === undefined) {
    return failed(`${folder} is a link, and only folders are plugins.`, "Put the plugin's files there.", {
      place: { path: folder },
    });
  }
  const says = parseJsonObject(text)
    ? `${manifest} lists the plugins, and none is installed first in ${name}.`
    : `${manifest} lists the plugins, but it is not a JSON object.`;
  const fix = `Give ${folder} as an installPath in ${manifest}, or move the skill out of the plugin.`;
  return failed(says, fix, { place: { path, line: lineWith(text, '"plugins"') } });
}
