import type { SkillList } from "#lib/git/clone/clone-protocol.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { fieldText } from "#lib/skills/fields.ts";
import { pluginGroups, type SkillGroup } from "#lib/skills/plugin-groups.ts";
import { readFrontmatter } from "#lib/skills/read-frontmatter.ts";
import { parseStandard } from "#lib/skills/standard.ts";
import { readText } from "#lib/vfs/files.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import { type Snapshot, snapshotPaths } from "#lib/vfs/snapshot.ts";
import type { GitSource, Source } from "#lib/vfs/source.ts";
import type { FoundSkill, FoundSkills } from "#lib/workspace/state.ts";
import type { MountTree } from "#lib/workspace/tree/mount-tree.ts";

/** How many skills are shown while the rest of a source comes. Reading thousands would hold up the page. */
const shown = 100;

/** Bytes of SKILL.md files that are read for them in all: a hundred ordinary frontmatters, or a dozen hostile ones. */
const readBytes = 50_000;

/** Bytes of one file that are read at most: an ordinary frontmatter is far shorter. */
const headBytes = 4_000;

export function foundSkills({ snapshot, fileCount }: SkillList): FoundSkills {
  const paths = snapshotPaths(snapshot);
  const skillIndexes = [...paths.keys()].filter((index) => isSkillFile(paths[index] as string));
  let left = readBytes;
  const describe = (index: number): FoundSkill => {
    const head = frontmatterOf(snapshot, index);
    left -= head.length;
    return describeSkill(paths[index] as string, left < 0 ? new Uint8Array() : head);
  };
  return {
    skills: skillIndexes.slice(0, shown).map(describe),
    skillCount: skillIndexes.length,
    coming: fileCount - paths.length,
  };
}

function isSkillFile(path: string): boolean {
  return basename(`/${path}`).toLowerCase() === "skill.md";
}

/** The beginning of a file, to the end of the frontmatter or what may be one. */
function frontmatterOf({ bytes, offsets }: Snapshot, index: number): Uint8Array {
  const file = bytes.subarray(offsets[index], offsets[index + 1]);
  const head = file.subarray(0, headBytes);
  const text = new TextDecoder("latin1").decode(head);
  const close = text.indexOf("\n---", 3);
  if (!text.startsWith("---")) return new Uint8Array();
  return close < 0 ? head : head.subarray(0, close + "\n---\n".length);
}

/** What a SKILL.md says of itself. `path`: relative, in the source. */
export function describeSkill(path: string, bytes: Uint8Array): FoundSkill {
  const parsed = parseStandard(new TextDecoder().decode(bytes));
  const field = (key: string) => (parsed.kind === "parsed" ? fieldText(parsed.fields, key) : undefined);
  const description = field("description");
  return {
    path,
    name: field("name") || basename(dirname(`/${path}`)) || path,
    ...(description && { description }),
  };
}

/** A skill that a source offers for installing. */
export interface SkillChoice {
  /** Of its SKILL.md, inside the mount. */
  readonly path: string;
  /** As its frontmatter calls it, else its folder. */
  readonly name: string;
  readonly description: string;
}

/** Skills that a manifest of the source puts together; those without a name are all the others. */
export interface ChoiceGroup {
  readonly name?: string;
  readonly description?: string;
  readonly skills: readonly SkillChoice[];
}

/** The skills of a mount to choose from, in the manifests' order and then by path. `label`: of the mount. */
export function skillChoices(profile: Profile, tree: MountTree, label: string): readonly ChoiceGroup[] {
  const named = pluginGroups(tree.volume, tree.skillFiles);
  const grouped = new Set(named.flatMap(({ skills }) => skills));
  const others = tree.skillFiles.filter((path) => !grouped.has(path));
  const groups: readonly (SkillGroup | Pick<SkillGroup, "skills">)[] =
    others.length > 0 ? [...named, { skills: others }] : named;
  return groups.map((group) => ({
    ...group,
    skills: group.skills.map((path) => choiceOf(profile, tree, path, label)),
  }));
}

function choiceOf({ frontmatter }: Profile, { volume }: MountTree, path: string, label: string): SkillChoice {
  const read = readFrontmatter(readText(volume, path) ?? "", frontmatter.fence, frontmatter.dialect);
  const field = (key: string) => (read.kind === "read" ? fieldText(read.fields, key) : undefined);
  return {
    path,
    name: field("name") || basename(dirname(path)) || basename(label),
    description: field("description") ?? "",
  };
}

/** What of a source is installed when it was asked for by name. */
export interface AskedSkills {
  /** Paths as `Mount.chosen` keeps them; absent for all. */
  readonly chosen?: readonly string[];
  /** Names that nothing in the source has. */
  readonly missing: readonly string[];
}

/**
 * The skills that the source's own words ask for (`owner/repo@skill`, `--skill`), by frontmatter name, folder, path or
 * the plugin that holds them. Where none of the names fits, all are installed rather than none. `choices` is asked
 * only when something was asked for, since it reads every skill.
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
