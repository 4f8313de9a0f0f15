import { fieldText } from "#lib/skills/frontmatter.ts";
import { parseStandard } from "#lib/skills/standard.ts";
import { treeOf, type UpdateTree } from "#lib/state/file-content.ts";
import type { SkillChange, UpdateChange } from "#lib/state/update.ts";
import { isSkillPath } from "#lib/vfs/files.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";

/**
 * The skills that `changes` affect: every file belongs to the innermost skill folder around it. The SKILL.md decides
 * whether a skill was added, removed or moved. In the order of the changes. Yields often.
 */
export function* skillChanges(
  before: Snapshot,
  now: Snapshot,
  changes: readonly UpdateChange[],
): Generator<void, readonly SkillChange[]> {
  const [old, fresh] = [yield* treeOf(before), yield* treeOf(now)];
  const skillIn = new Map([...old.keys(), ...fresh.keys()].filter(isSkillPath).map((path) => [dirname(path), path]));
  const found = new Map<string, SkillChange>();
  for (const change of changes) {
    yield;
    if (isSkillPath(change.path)) found.set(change.path, ownChange(change, old, fresh));
  }
  const gone = new Set(changes.flatMap(({ from }) => (from === undefined ? [] : [from])));
  for (const path of changes.flatMap((change) =>
    change.from === undefined ? [change.path] : [change.path, change.from],
  )) {
    yield;
    const skill = innermost(dirname(path), skillIn);
    if (skill === undefined || found.has(skill) || gone.has(skill)) continue;
    found.set(skill, { kind: "changed", path: skill, name: nameOf(skill, fresh, old) });
  }
  return [...found.values()];
}

function innermost(folder: string, skillIn: ReadonlyMap<string, string>): string | undefined {
  const skill = skillIn.get(folder);
  return skill !== undefined || folder === "/" ? skill : innermost(dirname(folder), skillIn);
}

const kinds = { added: "added", removed: "removed", renamed: "moved", changed: "changed", mode: "changed" } as const;

function ownChange({ kind, path, from }: UpdateChange, old: UpdateTree, fresh: UpdateTree): SkillChange {
  return { kind: kinds[kind], path, name: nameOf(path, fresh, old), ...(from !== undefined && { from }) };
}

function nameOf(path: string, ...trees: readonly UpdateTree[]): string {
  const bytes = trees.find((tree) => tree.has(path))?.get(path)?.bytes ?? new Uint8Array();
  const parsed = parseStandard(new TextDecoder().decode(bytes));
  const name = parsed.kind === "parsed" ? fieldText(parsed.fields, "name") : undefined;
  return name || basename(dirname(path)) || path;
}

/**
 * The chosen skills of a mount after an update: chosen ones stay chosen, also where they moved, and only `wanted` is
 * added. `undefined`, for all, stays as it is.
 */
export function chosenAfter(
  chosen: readonly string[] | undefined,
  changes: readonly SkillChange[],
  wanted: readonly string[],
): readonly string[] | undefined {
  if (!chosen) return undefined;
  const movedTo = new Map(changes.flatMap(({ from, path }) => (from === undefined ? [] : [[from, path] as const])));
  const gone = new Set(changes.filter(({ kind }) => kind === "removed").map(({ path }) => path));
  const stay = chosen.filter((path) => !gone.has(path)).map((path) => movedTo.get(path) ?? path);
  return [...new Set([...stay, ...wanted])];
}
