import type { Scan } from "#lib/harness/vocabulary/discovery.ts";
import { failed, passed, type RuleFinding } from "#lib/harness/vocabulary/finding.ts";
import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";
import { dirname, relativePath } from "#lib/vfs/paths.ts";
import { type Position, placeRule } from "./place-rule.ts";

interface WrongDepth {
  /** Number of folders between the root and the file. */
  readonly levels: number;
  /** The file's folder is itself a root. */
  readonly isRoot?: true;
}

export const depth = placeRule<WrongDepth>()({
  code: "depth",
  title: "Is at a depth that is searched",
  wrong: "Not at a depth that {harness} searches",
  mendedBy: "move",
  breaks({ path }, { profile: { scan }, location, roots }) {
    const levels = levelsBelow(path, location);
    if (scan.depth === "recursive") return isTooDeep(scan, path, dirname(location)) ? { levels } : undefined;
    if (levels === 0 && scan.takesRoot) return undefined;
    if (levels !== 1) return { levels };
    // Keen Code's `bundled` is in `~/.keen/skills`.
    return roots.some((root) => root.path === dirname(location)) ? { levels, isRoot: true } : undefined;
  },
  kept({ path, label }, { profile, location }) {
    if (profile.scan.depth === "one-level" && levelsBelow(path, location) === 0)
      return passed(`The SKILL.md of ${label} itself is a skill, too.`);
    if (profile.scan.depth === "one-level") return passed(`${oneLevel(label)}, as this one is.`);
    const levels = counted(levelsBelow(path, location));
    if (isUndocumented(profile, "depth") && levelsBelow(path, location) !== 1)
      return untold(
        `Documents tell of folders directly in ${label}; whether one counts that is ${levels} deep is not documented.`,
      );
    return passed(`A SKILL.md counts at any depth below ${label}; this one is ${levels} deep.`);
  },
  broken: (values, root, position) => tellBroken(values, root?.label ?? "", position),
  notice({ levels }, root, { profile: { scan } }) {
    const data = { root: root?.label ?? "" };
    if (scan.depth === "one-level")
      return { code: levels === 0 ? "beside-root" : "too-deep", severity: "warning", data };
    return {
      code: "passed-over",
      severity: "warning",
      data: { what: `what is more than ${scan.maxDepth} folders deep` },
    };
  },
  wordings: {
    "too-deep": ({ root }) => ({
      title: "This harness looks one level deep only",
      fix: `Move the skill's folder directly into ${root}.`,
    }),
    "beside-root": ({ root }) => ({
      title: "A SKILL.md directly in the skills folder is not a skill",
      fix: `Put it into a folder of its own in ${root}.`,
    }),
  },
});

function untold(tested: string): RuleFinding {
  return { outcome: "warned", wrong: "Not where documents have skills", tested };
}

/** Whether a folder is deeper than a recursive search goes. */
export function isTooDeep({ maxDepth }: Scan, root: string, folder: string): boolean {
  return maxDepth !== undefined && relativePath(root, folder).split("/").filter(Boolean).length > maxDepth;
}

function tellBroken({ levels, isRoot }: WrongDepth, label: string, { profile }: Position): RuleFinding {
  const { depth: searched, maxDepth = 0 } = profile.scan;
  if (searched === "recursive") {
    const tested = `${profile.label} looks ${counted(maxDepth)} deep below ${label}; this one is ${counted(levels)} deep.`;
    return failed(tested, "Move the skill's folder up.");
  }
  const tested = oneLevel(label);
  if (isRoot)
    return failed(`${tested}; this folder is a skills folder itself.`, "Put the file into a folder of its own there.");
  if (levels === 0)
    return failed(`${tested}; this file has none of its own.`, "Put it into a folder of its own there.");
  return failed(`${tested}; this one is ${counted(levels)} deep.`, `Move its folder directly into ${label}.`);
}

function oneLevel(label: string): string {
  return `A skill is a folder directly in ${label}`;
}

function levelsBelow(root: string, location: string): number {
  return relativePath(root, location).split("/").length - 1;
}

function counted(levels: number): string {
  return levels === 1 ? "1 folder" : `${levels} folders`;
}
