import type { FoundRoot } from "#lib/harness/discovery/roots.ts";
import { moveIntoRoot } from "#lib/harness/quick-fixes/move-fixes.ts";
import { failed, passed, type RuleFinding } from "#lib/harness/vocabulary/finding.ts";
import { dirname, relativePath } from "#lib/vfs/paths.ts";
import { type Position, placeRule } from "./place-rule.ts";

export const depth = placeRule({
  code: "depth",
  title: "Lies at a depth that is searched",
  test: (root, position) =>
    position.profile.scan.depth === "recursive" ? recursiveFinding(root, position) : oneLevelFinding(root, position),
  fixes: moveIntoRoot,
  wordings: {
    "too-deep": ({ root }) => ({
      title: "This harness looks one level deep only",
      fix: `Move the skill's folder directly into ${root}.`,
    }),
    "beside-root": ({ root }) => ({
      title: "A SKILL.md in the skills folder itself is no skill",
      fix: `Put it into a folder of its own in ${root}.`,
    }),
  },
});

function recursiveFinding({ path, label }: FoundRoot, { profile, location }: Position): RuleFinding {
  const levels = levelsBelow(path, location);
  const { maxDepth = levels } = profile.scan;
  if (levels > maxDepth) {
    const tested = `${profile.label} looks ${counted(maxDepth)} deep below ${label}; this one is ${counted(levels)} deep.`;
    return failed(tested, "Move the skill's folder higher up.");
  }
  return passed(`A SKILL.md counts at any depth below ${label}; this one is ${counted(levels)} deep.`);
}

function oneLevelFinding({ path, label }: FoundRoot, { location, roots }: Position): RuleFinding {
  const levels = levelsBelow(path, location);
  const tested = `A skill is a folder directly in ${label}`;
  if (levels === 0)
    return failed(`${tested}; this file has none of its own.`, "Put it into a folder of its own there.");
  if (levels > 1)
    return failed(`${tested}; this one is ${counted(levels)} deep.`, `Move its folder directly into ${label}.`);
  if (roots.some((each) => each.path === dirname(location))) {
    return failed(`${tested}; this folder is a skills folder itself.`, "Put the file into a folder of its own there.");
  }
  return passed(`${tested}, as this one is.`);
}

function levelsBelow(root: string, location: string): number {
  return relativePath(root, location).split("/").length - 1;
}

function counted(levels: number): string {
  return levels === 1 ? "1 folder" : `${levels} folders`;
}
