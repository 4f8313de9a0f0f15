import { ruledOn } from "#lib/harness/discovery/check-text.ts";
import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type {
  AddedRoots,
  Collision,
  FileNameRule,
  FurtherFolders,
  Identity,
  PluginRules,
  Root,
  Scan,
} from "#lib/harness/vocabulary/discovery.ts";
import { placeLabel } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { isUndocumented, notDocumented } from "#lib/harness/vocabulary/undocumented.ts";

/** The roots, highest precedence first. */
export function describeRoots({ roots, plugins }: Profile): readonly string[] {
  return roots.map((root) => [`\`${placeLabel(root)}\``, ...remarks(root, plugins)].join(", "));
}

const further: Readonly<Record<FurtherFolders, string>> = {
  above: "and the same in each folder above, up to the one with `.git`",
  "above-to-home": "and the same in each folder above, up to the one with `.git` or else to the home folder",
  "above-and-home": "and the same in each folder above, up to the one with `.git` or else the home folder itself",
  "above-to-top": "and the same in each folder above, up to the one with `.git` or else to the top",
  "git-root": "and the same in the folder above that holds `.git`",
  added: "and in each folder that is added to the session",
  touched: "and in a folder below once the model has read or changed a file there",
};

function remarks(
  {
    scope,
    path,
    manifest,
    isCache,
    reserves,
    isBundled,
    installAt,
    tellsDescribed,
    topFirst,
    followsOwn,
    at,
    unless,
    alsoIn = [],
  }: Root,
  plugins: PluginRules | undefined,
): string[] {
  const isStrict = plugins?.markets !== undefined;
  return [
    at === "git-root" && "counted from the folder that holds `.git`, if one does",
    unless && `where there is no \`${placeLabel({ scope, path: unless })}\``,
    ...alsoIn.map((folders) => further[folders]),
    topFirst && "the topmost folder first",
    path.includes("*") && !isCache && !isStrict && "one folder per plugin",
    isCache && "the latest version of each marketplace and plugin",
    manifest && !isStrict && `or those that \`${manifest}\` beside them names`,
    manifest &&
      isStrict &&
      `of the plugins that \`${manifest}\` names and that come from a marketplace in \`${plugins.markets.file}\`, and of all in one that is a folder here`,
    path.includes("*") &&
      plugins?.switches?.unnamed === "off" &&
      `where \`${plugins.switches.key}\` of the settings turns the plugin on`,
    followsOwn && "told after the skills that the program brings along",
    tellsDescribed && "told only where the frontmatter has a description",
    reserves && `where ${reserves.map((name) => `\`${name}\``).join(" and ")} is not for skills`,
    isBundled && "which it fills with its own skills at every start",
    installAt && `where this lab installs into \`${installAt}\``,
  ].filter((remark) => typeof remark === "string" && remark !== "") as string[];
}

/** Which files are skills, and what is skipped. */
export function describeFinding(profile: Profile): readonly string[] {
  const { plugins, scan } = profile;
  const { follows, skipFolders, skipHidden, brokenRoot, takesRoot, stopsAtSkill, rootFiles } = scan;
  const { rootStopsAtAny } = scan;
  const ignoring = scan.ignoreFiles?.map((name) => `\`${name}\``).join(", ");
  const file = fileWords(scan.fileName);
  const passed = skipFolders.map((name) => `\`${name}\``).join(" and ");
  if (isUndocumented(profile, "depth"))
    return [
      `A folder directly in a root, with ${file} in it; whether deeper ones count is ${notDocumented}.`,
      `Whether links are followed, and which folders are skipped, is ${notDocumented}.`,
    ];
  return [
    ...searchWords(scan, file),
    ...addedWords(profile),
    ...(takesRoot ? ["A file in the root itself counts, too."] : []),
    ...(rootFiles === undefined ? [] : [`A file directly in a root whose name ends in \`${rootFiles}\` is one, too.`]),
    ...(stopsAtSkill ? ["Files deeper inside a skill do not count."] : []),
    ...(rootStopsAtAny ? ["Where a folder in a root is called SKILL.md, nothing in that root counts."] : []),
    ...(skipHidden ? ["Hidden folders are skipped."] : []),
    ...(passed ? [`Folders called ${passed} are skipped.`] : []),
    ...(ignoring ? [`So is what a line of ${ignoring} names.`] : []),
    isUndocumented(profile, "links")
      ? `Whether links are followed is ${notDocumented}.`
      : follows.folders
        ? "Links to folders count as folders."
        : "Links to folders are skipped.",
    ...(plugins?.leftOut
      ? [
          `It also tells its model of \`${plugins.leftOut.join("`, and of a plugin's `")}\` in place of its skills of that name; this lab leaves them out.`,
        ]
      : []),
    ...(brokenRoot === "feature-off" ? ["A root that is a file turns the whole feature off."] : []),
  ];
}

function addedWords({ addedRoots }: Profile): readonly string[] {
  if (!addedRoots) return [];
  const { keys, files, counts } = addedRoots;
  const named = files.map((file) => `\`${placeLabel(file)}\``).join(", ");
  return [`Folders that \`${keys[0]?.join(".")}\` names in ${named} are roots, too: ${addedFrom[counts]}.`];
}

const addedFrom: Readonly<Record<AddedRoots["counts"], string>> = {
  last: "relative to the working folder, before all others",
  each: "relative to the file, before others of its scope",
  all: "relative to the working folder, after all others",
};

function searchWords({ depth, maxDepth, maxFolders }: Scan, file: string): readonly string[] {
  if (depth === "one-level") return [`A folder directly in a root, with ${file} in it.`];
  const searched = `${file} in a root, ${maxDepth === undefined ? "at any depth" : `up to ${maxDepth} folders deep`}.`;
  if (maxFolders === undefined) return [searched];
  return [searched, `Of a root, ${maxFolders} folders are searched, the less deep ones first.`];
}

/** The required file name. */
export function fileWords(rule: FileNameRule): string {
  switch (rule.match) {
    case "exact":
      return rule.names.map((name) => `\`${name}\``).join(", else ");
    case "any-case":
      return `\`${rule.name}\`, in capitals or not,`;
    case "suffix":
      return `Any file whose name ends in \`${rule.suffix}\``;
  }
}

const naming: Readonly<Record<Identity["name"], string>> = {
  frontmatter: "By the `name` in its frontmatter.",
  folder: "By its folder, whatever the frontmatter says; in a plugin after the plugin's name and a colon.",
  namespaced: "By the `name` in its frontmatter, after its plugin or `namespace` and a colon.",
};

/** How skills are named, and which of two with one name counts. */
export function describeNames(profile: Profile): readonly string[] {
  const { identity } = profile;
  const { name, manifests, labels, plainNames, longestWithPlugin, nameless, collisions, replaces, filesAreFolders } =
    identity;
  const files = manifests?.map((each) => `\`${each}\``).join(", ");
  return [
    naming[name],
    ...(files ? [`After its plugin's and a colon where one of ${files} is in its folder or above.`] : []),
    ...(labels ? ["Another `name` in the frontmatter calls it, too, and is told beside its own."] : []),
    ...(plainNames ? ["A name with angle brackets, invisible characters or extra spaces is rejected."] : []),
    ...(filesAreFolders ? ["A file that is a skill by itself and has no name: by the folder that it lies in."] : []),
    ...(replaces?.runs ? [`A run of \`${replaces.characters}\` in it becomes one \`${replaces.by}\`.`] : []),
    ...(replaces && !replaces.runs ? [`Each of \`${replaces.characters}\` in it becomes \`${replaces.by}\`.`] : []),
    ...(longestWithPlugin
      ? [`One of more than ${longestWithPlugin.limit} characters with its plugin's is left out, with a message.`]
      : []),
    ...(nameless === undefined ? [] : [`\`${nameless}\` where neither frontmatter nor folder has a name.`]),
    ...(isUndocumented(profile, "same-name") ? [`Which of two with one name counts is ${notDocumented}.`] : []),
    ...(!isUndocumented(profile, "same-name") && collisions.every(({ by }) => by === "target")
      ? ["Skills with the same name all load; the name means the first."]
      : []),
    ...collisions.map(describeCollision),
  ];
}

function describeCollision({ by, warning, qualifies, byAudience, anyCase, keeper }: Collision): string {
  if (by === "target") return "The same file by two paths counts once, silently.";
  const when = by === "folder" ? "before any file is read" : "after the files are read";
  const which = keeper === undefined ? "first" : "one with the last path";
  const what = anyCase ? "name, in any case of letters," : "name";
  return `Of two with one ${by === "folder" ? "folder name" : what} the ${which} stays, ${when}, ${
    warning === undefined ? "silently" : "with a warning"
  }${qualifies ? "; one of a folder below stays, too, its name after that folder's and a colon" : ""}${
    byAudience ? "; where the first is kept from the model, the next is the model's" : ""
  }.`;
}

/** What happens to a SKILL.md with an error. */
export function describeTolerance({ frontmatter: rules }: Profile): readonly string[] {
  const known = ruledOn(rules).filter(([{ fault }]) => fault !== undefined);
  const faults = (isMeant: (ruling: Ruling) => boolean) =>
    known.flatMap(([{ fault }, ruling]) => (isMeant(ruling) ? [fault] : [])).join(", ");
  const isLeftOut = ({ verdict }: Ruling) => verdict === "reject";
  const isOpen = ({ verdict }: Ruling) => verdict === "undocumented";
  const isSilent = ({ reason }: Ruling) => reason === undefined;
  const groups: readonly [string, string][] = [
    ["Left out, with a message", faults((ruling) => isLeftOut(ruling) && !isSilent(ruling))],
    ["Left out silently", faults((ruling) => isLeftOut(ruling) && isSilent(ruling))],
    ["Loaded, with a warning", faults((ruling) => !isLeftOut(ruling) && !isSilent(ruling))],
    ["Loaded anyway", faults((ruling) => !isLeftOut(ruling) && !isOpen(ruling) && isSilent(ruling))],
    ["The outcome is not documented", faults(isOpen)],
  ];
  const limit = rules.rulings["line-length"]?.limit;
  return [
    ...groups.flatMap(([title, words]) => (words ? [`${title}: ${words}.`] : [])),
    ...(limit === undefined ? [] : [`A line of ${limit / 1024} KiB or more: skipped silently.`]),
  ];
}
