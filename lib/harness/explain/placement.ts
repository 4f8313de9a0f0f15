import { type FoundPlugin, pluginsOfRoot } from "#lib/harness/discovery/plugins.ts";
import { type FoundRoot, findRoots, isOpenTo, reservedFolder } from "#lib/harness/discovery/roots.ts";
import { chooseName, matchesName, wantedName } from "#lib/harness/discovery/scan-root.ts";
import { parseJsonObject } from "#lib/harness/go/json.ts";
import type { FileNameRule, Root } from "#lib/harness/vocabulary/discovery.ts";
import { type Place, placeLabel, placePath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { basename, dirname, isInside, joinPath, relativePath, resolvePath } from "#lib/vfs/paths.ts";
import { failed, lineWith, passed, type RuleFinding } from "./finding.ts";
import { findLinkHere, linkFinding, type Position } from "./link-finding.ts";

/** The rules on where a file lies, in the order of testing. */
export type PlaceCode = "root" | "plugin" | "link" | "skipped-folder" | "depth" | "file-name";

/** Where a file lies for a harness. */
export interface Placement {
  /** The root that holds it, or the one it comes nearest to being found in. */
  readonly root?: FoundRoot;
  /** In the order of testing. */
  readonly findings: ReadonlyMap<PlaceCode, RuleFinding>;
}

/** What the paths alone decide: whether a harness comes across the file. */
export function placementOf(profile: Profile, files: Files, place: Place, location: string): Placement {
  const roots = findRoots(profile, files, place);
  const around = roots.filter((root) => {
    return root.path !== location && isInside(root.path, location) && isOpenTo(root, location);
  });
  const placements = around.map((root) => placementIn(root, { profile, files, location, roots }));
  const found = placements.find(({ findings }) => [...findings.values()].every(({ outcome }) => outcome === "passed"));
  const nearest = placements.sort((a, b) => (b.root?.path.length ?? 0) - (a.root?.path.length ?? 0))[0];
  return found ?? nearest ?? { findings: outsideFindings(profile, files, place, { location, roots }) };
}

function placementIn(root: FoundRoot, position: Position): Placement {
  const { profile, location } = position;
  const findings: [PlaceCode, RuleFinding | undefined][] = [
    ["root", passed(`It lies in ${root.label}, which ${profile.label} searches.`, { path: root.path })],
    ["plugin", root.namespace === undefined ? undefined : pluginFinding(root)],
    ["link", linkFinding(root, position)],
    ["skipped-folder", skipFinding(root, position)],
    ["depth", depthFinding(root, position)],
    ["file-name", nameFinding(position)],
  ];
  const known = findings.filter((each): each is [PlaceCode, RuleFinding] => each[1] !== undefined);
  return { root, findings: new Map(known.map(([code, finding]) => [code, { place: { path: location }, ...finding }])) };
}

function outsideFindings(
  profile: Profile,
  files: Files,
  place: Place,
  { location, roots }: Pick<Position, "location" | "roots">,
): ReadonlyMap<PlaceCode, RuleFinding> {
  const stray = strayPlugin(profile, files, place, location);
  if (stray) return stray;
  const link = findLinkHere(files, location, roots);
  const searched = profile.roots.map(placeLabel).join(", ");
  const where = `It lies in ${dirname(dirname(location))}; ${profile.label} searches ${searched}.`;
  const unfollowed = link?.isFollowed(profile) ? "" : ", which is not followed";
  const through = link && ` A link in ${link.root.label} leads here${unfollowed}.`;
  const fix = `Move the skill's folder into ${roots[0]?.label ?? "a folder that is searched"}.`;
  return new Map([["root", failed(`${where}${through ?? ""}`, fix, { place: { path: link?.path ?? location } })]]);
}

function skipFinding(root: FoundRoot, { profile, location }: Position): RuleFinding | undefined {
  const { path } = root;
  if (root.root.reserves) return reservedFinding(root, { profile, location });
  const { skipFolders, skipHidden, depth } = profile.scan;
  if (skipHidden) return hiddenFinding(path, { profile, location });
  if (skipFolders.length === 0) return undefined;
  const below = relativePath(path, dirname(location)).split("/");
  const skipped = (depth === "one-level" ? below.slice(0, 1) : below).find((name) => skipFolders.includes(name));
  const tested = `${profile.label} passes over folders called ${skipFolders.join(" and ")}`;
  if (skipped === undefined) return passed(`${tested}; it is in none.`);
  return failed(`${tested}; it is in a ${skipped}.`, `Move the skill's folder out of ${skipped}.`);
}

function reservedFinding(root: FoundRoot, { profile, location }: Pick<Position, "profile" | "location">): RuleFinding {
  const tested = `In ${root.label}, ${profile.label} keeps ${root.root.reserves?.join(" and ")} for itself, in any case of letters`;
  const name = reservedFolder(root, location);
  if (name === undefined) return passed(`${tested}; it is not in there.`);
  return failed(`${tested}; it is in ${name}.`, "Give the skill's folder another name.");
}

function hiddenFinding(root: string, { profile, location }: Pick<Position, "profile" | "location">): RuleFinding {
  const hidden = relativePath(root, dirname(location))
    .split("/")
    .find((name) => name.startsWith("."));
  const tested = `${profile.label} passes over hidden folders`;
  if (hidden === undefined) return passed(`${tested}; it is in none.`);
  return failed(`${tested}; it is in ${hidden}.`, `Move the skill's folder out of ${hidden}.`);
}

function depthFinding(root: FoundRoot, { profile, location, roots }: Position): RuleFinding {
  const levels = relativePath(root.path, location).split("/").length - 1;
  if (profile.scan.depth === "recursive") {
    const { maxDepth = levels } = profile.scan;
    if (levels > maxDepth) {
      const tested = `${profile.label} looks ${counted(maxDepth)} deep below ${root.label}; this one is ${counted(levels)} deep.`;
      return failed(tested, "Move the skill's folder higher up.");
    }
    return passed(`A SKILL.md counts at any depth below ${root.label}; this one is ${counted(levels)} deep.`);
  }
  const tested = `A skill is a folder directly in ${root.label}`;
  if (levels === 0)
    return failed(`${tested}; this file has none of its own.`, "Put it into a folder of its own there.");
  if (levels > 1)
    return failed(`${tested}; this one is ${counted(levels)} deep.`, `Move its folder directly into ${root.label}.`);
  if (roots.some(({ path }) => path === dirname(location))) {
    return failed(`${tested}; this folder is a skills folder itself.`, "Put the file into a folder of its own there.");
  }
  return passed(`${tested}, as this one is.`);
}

function counted(levels: number): string {
  return levels === 1 ? "1 folder" : `${levels} folders`;
}

function nameFinding({ profile, files, location }: Position): RuleFinding {
  const { fileName, depth, follows } = profile.scan;
  const name = basename(location);
  const wanted = wantedName(fileName);
  const tested = `The file is called ${name}; ${profile.label} reads ${nameRuleText(fileName)}.`;
  if (!matchesName(name, fileName)) return failed(tested, `Rename it to ${wanted}.`);
  if (depth === "recursive") return passed(tested);
  const names = (files.list(dirname(location)) ?? [])
    .filter(({ kind }) => kind !== "link" || follows.files)
    .map((entry) => entry.name);
  const chosen = chooseName(names, fileName);
  if (chosen === undefined || chosen === name) return passed(tested);
  const other = { path: joinPath(dirname(location), chosen) };
  return failed(`${tested} ${chosen} beside it comes first.`, `Remove one of the two.`, { place: other });
}

function nameRuleText(rule: FileNameRule): string {
  if (rule.match === "exact") return `${rule.names.join(", else ")}, spelled exactly so`;
  return rule.match === "suffix" ? `any name that ends in ${rule.suffix}` : `${rule.name} in any case of letters`;
}

function pluginFinding({ namespace, path }: FoundRoot): RuleFinding {
  return passed(`${path} belongs to the plugin ${namespace}, which names its skills.`, { path });
}

/** Why a file that lies among plugins belongs to none that is installed; `undefined` when it lies elsewhere. */
function strayPlugin(
  profile: Profile,
  files: Files,
  place: Place,
  location: string,
): ReadonlyMap<PlaceCode, RuleFinding> | undefined {
  for (const root of profile.roots) {
    const [base = "", rest] = root.path.split("/*/");
    const parent = placePath(place, { scope: root.scope, path: base });
    if (rest === undefined || !isInside(parent, location)) continue;
    const installed = pluginsOfRoot(profile, root, files, { parent, place }).find(({ folder }) => {
      return isInside(resolvePath(place.cwd, folder), location);
    });
    if (installed) return unreadPlugin(profile, installed, { root, parent });
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

/** Why a plugin that is installed does not bring a skill of its: it is turned off, or does not name it. */
function unreadPlugin(
  profile: Profile,
  { id = "", namespace, offBy }: FoundPlugin,
  { root, parent }: { readonly root: Root; readonly parent: string },
): ReadonlyMap<PlaceCode, RuleFinding> {
  const finding =
    offBy === undefined
      ? failed(
          `${profile.label} reads the skills that the plugin ${namespace} or its marketplace names; this is none of them.`,
          "Install the skill by itself.",
        )
      : failed(`The plugin ${id} is turned off in ${offBy}.`, `Turn ${id} on there.`, { place: { path: offBy } });
  return new Map([
    ["root", passed(`It lies where ${placeLabel(root)} would be searched.`, { path: parent })],
    ["plugin", finding],
  ]);
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
