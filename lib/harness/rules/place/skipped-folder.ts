import { type FoundRoot, reservedFolder } from "#lib/harness/discovery/roots.ts";
import { moveIntoRoot } from "#lib/harness/quick-fixes/move-fixes.ts";
import { failed, passed, type RuleFinding } from "#lib/harness/vocabulary/finding.ts";
import { dirname, relativePath } from "#lib/vfs/paths.ts";
import { type Position, placeRule } from "./place-rule.ts";

export const skippedFolder = placeRule({
  code: "skipped-folder",
  title: "Is in no folder that is passed over",
  test(root, position) {
    if (root.root.reserves) return reservedFinding(root, position);
    return position.profile.scan.skipHidden ? hiddenFinding(root, position) : namedFinding(root, position);
  },
  fixes: moveIntoRoot,
});

function reservedFinding(root: FoundRoot, { profile, location }: Position): RuleFinding {
  const tested = `In ${root.label}, ${profile.label} keeps ${root.root.reserves?.join(" and ")} for itself, in any case of letters`;
  const name = reservedFolder(root, location);
  if (name === undefined) return passed(`${tested}; it is not in there.`);
  return failed(`${tested}; it is in ${name}.`, "Give the skill's folder another name.");
}

function hiddenFinding({ path }: FoundRoot, { profile, location }: Position): RuleFinding {
  const tested = `${profile.label} passes over hidden folders`;
  const hidden = foldersBelow(path, location).find((name) => name.startsWith("."));
  if (hidden === undefined) return passed(`${tested}; it is in none.`);
  return failed(`${tested}; it is in ${hidden}.`, `Move the skill's folder out of ${hidden}.`);
}

/** `undefined` where no folder is passed over by its name. */
function namedFinding({ path }: FoundRoot, { profile, location }: Position): RuleFinding | undefined {
  const { skipFolders, depth } = profile.scan;
  if (skipFolders.length === 0) return undefined;
  const tested = `${profile.label} passes over folders called ${skipFolders.join(" and ")}`;
  const below = foldersBelow(path, location);
  const skipped = (depth === "one-level" ? below.slice(0, 1) : below).find((name) => skipFolders.includes(name));
  if (skipped === undefined) return passed(`${tested}; it is in none.`);
  return failed(`${tested}; it is in a ${skipped}.`, `Move the skill's folder out of ${skipped}.`);
}

function foldersBelow(root: string, location: string): readonly string[] {
  return relativePath(root, dirname(location)).split("/");
}
