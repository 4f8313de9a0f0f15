import { finish } from "#lib/async/steps.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { fieldText } from "#lib/skills/frontmatter.ts";
import { pluginGroups, pluginsIn, type SkillGroup } from "#lib/skills/plugin-groups.ts";
import { readFrontmatter } from "#lib/skills/read-frontmatter.ts";
import { isSkillName, readText } from "#lib/vfs/files.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import type { GitSource, Source } from "#lib/vfs/source.ts";
import type { MountTree } from "./mount-tree.ts";
import { knownManifests } from "./skill-folders.ts";

/** A skill that a source offers for installing. */
export interface SkillChoice {
  /** Path of its SKILL.md inside the mount, or that of a command. */
  readonly path: string;
  /** Name in its frontmatter, else that of its folder; a command's is that of its file. */
  readonly name: string;
  readonly description: string;
}

/** Skills that a manifest of the source groups; the group without a name has all other skills. */
export interface ChoiceGroup {
  readonly name?: string;
  readonly description?: string;
  readonly skills: readonly SkillChoice[];
}

/**
 * The skills of a mount to choose from, in the order of the manifests and then by path. If the harness reads the commands of plugins, a
 * plugin without skills is a group of its commands. `label` is that of the mount.
 */
export function skillChoices(profile: Profile, tree: MountTree, label: string): readonly ChoiceGroup[] {
  const { volume, skillFiles } = tree;
  const named = finish(pluginGroups(volume, skillFiles, knownManifests));
  const grouped = new Set(named.flatMap(({ skills }) => skills));
  const others = skillFiles.filter((path) => !grouped.has(path));
  const plugins = profile.plugins ? finish(pluginsIn(volume, skillFiles, profile.plugins)) : [];
  // A thousand plugins may have the same thousand commands.
  const left = new Set(plugins.flatMap(({ commands }) => commands));
  const choicesOf = (paths: readonly string[]) => paths.map((path) => choiceOf(profile, tree, path, label));
  const choiceGroup = ({ name, description }: SkillGroup, paths: readonly string[]): ChoiceGroup => {
    return { name, ...(description !== undefined && { description }), skills: choicesOf(paths) };
  };
  return [
    ...named.map((group) => choiceGroup(group, group.skills)),
    ...plugins.flatMap((plugin) => {
      const commands = plugin.commands.filter((path) => left.delete(path));
      return commands.length > 0 ? [choiceGroup(plugin, commands)] : [];
    }),
    ...(others.length > 0 ? [{ skills: choicesOf(others) }] : []),
  ];
}

function choiceOf({ frontmatter }: Profile, { volume }: MountTree, path: string, label: string): SkillChoice {
  const read = readFrontmatter(readText(volume, path) ?? "", frontmatter.fence, frontmatter.dialect);
  const field = (key: string) => (read.kind === "read" ? fieldText(read.fields, key) : undefined);
  return {
    path,
    name: isSkillName(path)
      ? field("name") || basename(dirname(path)) || basename(label)
      : basename(path).replace(/\.md$/, ""),
    description: field("description") ?? "",
  };
}

/** The skills of a source that are installed when it was asked for by skill names. */
export interface AskedSkills {
  /** Paths as in `PlacedMount.chosen`; absent for all. */
  readonly chosen?: readonly string[];
  /** Names that match nothing in the source. */
  readonly missing: readonly string[];
}

/**
 * The skills that the source's address asks for (`owner/repo@skill`, `--skill`), matched by frontmatter name, folder, path or plugin. If no
 * name matches, all are installed rather than none. `choices` is called only if something was asked for, since it reads every skill.
 */
export function askedSkills(source: Source, choices: () => readonly ChoiceGroup[]): AskedSkills {
  const names = source.kind === "git" ? askedNames(source) : [];
  if (names.length === 0) return { missing: [] };
  const groups = choices();
  const found = names.map((name) => ({ name, paths: pathsNamed(name, groups) }));
  const chosen = [...new Set(found.flatMap(({ paths }) => paths))];
  return {
    ...(chosen.length > 0 && { chosen }),
    missing: found.filter(({ paths }) => paths.length === 0).map(({ name }) => name),
  };
}

function askedNames({ skill, skills }: GitSource): readonly string[] {
  return skills ?? (skill === undefined ? [] : [skill]);
}

function pathsNamed(asked: string, groups: readonly ChoiceGroup[]): string[] {
  const wanted = asked.toLowerCase().replace(/^\/+|\/+$|\/skill\.md$/g, "");
  const all = groups.flatMap(({ skills }) => skills);
  const isNamed = ({ path, name }: SkillChoice) =>
    name.toLowerCase() === wanted || `${dirname(path).toLowerCase()}`.endsWith(`/${wanted}`);
  const single = all.filter(isNamed);
  const group = groups.find(({ name }) => name?.toLowerCase() === wanted);
  return (single.length > 0 ? single : (group?.skills ?? [])).map(({ path }) => path);
}
