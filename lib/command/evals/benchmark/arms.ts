import { basename } from "node:path";
import type { Configuration } from "#lib/evals/grading/benchmark.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { growTree } from "#lib/stage/grow-tree.ts";
import { dirname } from "#lib/vfs/paths.ts";
import { createSnapshot, type Snapshot, snapshotEntries } from "#lib/vfs/snapshot.ts";
import { UsageError } from "../../console.ts";
import { readCommit } from "../../git/read-commit.ts";
import { type OpenedFolder, openUnder } from "../../open-under.ts";
import { readFolder } from "../../read-folder.ts";
import { namedSkill } from "../folder-workspace.ts";

/** The skill under test, in the given folder. */
export interface TestedSkill {
  readonly name: string;
  /** Path of its SKILL.md, from `/`. */
  readonly path: string;
  readonly snapshot: Snapshot;
}

/** @throws UsageError if the skill is not loaded, or if none was named and there are several */
export async function findSkill(folder: string, profile: Profile, name: string | undefined): Promise<TestedSkill> {
  const { snapshot } = readFolder(folder);
  const tree = await growTree(snapshot, {});
  const { view, seenAt } = await openUnder(profile, tree, { as: "install" });
  const seen = new Map(tree.skillFiles.map((path) => [seenAt(path), path]));
  const own = view.discovery.skills.filter(({ location }) => seen.has(location));
  const [first, ...others] = own;
  if (!first) throw new UsageError(`${profile.label} loads no skill of ${basename(folder)}.`);
  if (name === undefined && others.length > 0)
    throw new UsageError(`Which skill is tested? --skill is one of ${own.map((each) => each.name).join(", ")}.`);
  const found = name === undefined ? first : namedSkill(own, name);
  return { name: found.name, path: seen.get(found.location) ?? "", snapshot };
}

interface ArmInput {
  readonly folder: string;
  readonly profile: Profile;
  readonly window: number | undefined;
  readonly skill: TestedSkill;
  /** Full id of the commit with the old version. */
  readonly since: string | undefined;
}

/** The files of a configuration, as the harness finds them. A skill's `evals` folder is never included, because it has the answers. */
export async function openArm(configuration: Configuration, input: ArmInput): Promise<OpenedFolder> {
  const { profile, window } = input;
  const tree = await growTree(await filesOf(configuration, input), {});
  return openUnder(profile, tree, { as: "install", window });
}

async function filesOf(configuration: Configuration, { folder, skill, since }: ArmInput): Promise<Snapshot> {
  const inside = `${dirname(skill.path)}/`.replace(/^\/+/, "");
  const isOwn = (path: string) => path.startsWith(inside);
  switch (configuration) {
    case "without_skill":
      return createSnapshot([]);
    case "whole_repository":
      return withoutEvals(skill.snapshot, () => true);
    case "with_skill":
      return withoutEvals(skill.snapshot, isOwn);
    case "old_skill": {
      const before = withoutEvals(await readCommit(folder, since ?? ""), isOwn);
      if (![...snapshotEntries(before)].some(({ path }) => `/${path}` === skill.path))
        throw new UsageError(`There is no ${skill.path.slice(1)} in that commit: leave out --arms old.`);
      return before;
    }
  }
}

function withoutEvals(snapshot: Snapshot, isWanted: (path: string) => boolean): Snapshot {
  const entries = [...snapshotEntries(snapshot)].filter(({ path }) => isWanted(path));
  const folders = entries.flatMap(({ path }) =>
    /(?:^|\/)SKILL\.md$/i.test(path) ? [path.slice(0, -"SKILL.md".length)] : [],
  );
  const evals = new Set(folders.map((folder) => `${folder}evals/`));
  const isEval = (path: string) => [...path.matchAll(/\//g)].some(({ index }) => evals.has(path.slice(0, index + 1)));
  return createSnapshot(entries.filter(({ path }) => !isEval(path)));
}
