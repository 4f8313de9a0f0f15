import type { FoundRoot, Placement } from "#lib/harness/vocabulary/discovery.ts";
import type { RuleFinding } from "#lib/harness/vocabulary/finding.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { isInside } from "#lib/vfs/paths.ts";
import { depth } from "./depth.ts";
import { fileName } from "./file-name.ts";
import { folderLimit } from "./folder-limit.ts";
import { ignored } from "./ignored.ts";
import { insideSkill } from "./inside-skill.ts";
import { link } from "./link.ts";
import type { PlaceRule, Position } from "./place-rule.ts";
import { plugin } from "./plugin.ts";
import { isOpenTo, root } from "./root.ts";
import { skippedFolder } from "./skipped-folder.ts";
import { touched } from "./touched.ts";

/** In the order of testing. */
export const placeRules = [
  root,
  plugin,
  link,
  skippedFolder,
  ignored,
  insideSkill,
  depth,
  fileName,
  folderLimit,
  touched,
] as const;

/** The rules without their own types. */
const all = placeRules as readonly PlaceRule[];

/**
 * Why a harness does not find a file that its search has not found: the root above the file that is only looked at later, or else the
 * nearest one, and the first rule that the file breaks there.
 */
export function placementOf(position: Position): Placement {
  const { location, roots } = position;
  const above = roots.filter(({ path, ...rest }) => {
    return path !== location && isInside(path, location) && isOpenTo({ path, ...rest }, location);
  });
  const placements = above.map((each) => placementIn(each, position));
  const waiting = placements.find(({ broken }) => broken?.rule === touched.code);
  const nearest = placements.sort((a, b) => b.root.path.length - a.root.path.length)[0];
  return waiting ?? nearest ?? { broken: firstBroken((rule) => rule.breaksOutside?.(position)) ?? notReached };
}

/** A file that keeps every other rule is not found if the search has ended before it. */
const notReached = { rule: folderLimit.code, values: {} } as const;

function placementIn(around: FoundRoot, position: Position): Required<Placement> {
  const there = positionIn(around, position);
  const broken = firstBroken((rule) => rule.breaks?.(around, there));
  return { root: around, broken: broken ?? notReached };
}

function firstBroken(test: (rule: PlaceRule) => object | undefined): Placement["broken"] {
  for (const rule of all) {
    const values = test(rule);
    if (values) return { rule: rule.code, values };
  }
  return undefined;
}

/** The position with the scan of its root, which may have its own. */
function positionIn({ root: { scan } }: FoundRoot, position: Position): Position {
  return scan ? { ...position, profile: { ...position.profile, scan } } : position;
}

/** The finding of a rule on a file in its place; `undefined` in a harness without the rule. */
export function placeFinding(
  rule: PlaceRule,
  { root: around, broken }: Placement,
  position: Position,
): RuleFinding | undefined {
  const there = around ? positionIn(around, position) : position;
  const kept = around ? rule.kept?.(around, there) : rule.keptOutside?.(there);
  const finding = broken?.rule === rule.code ? rule.broken(broken.values, around, there) : kept;
  return finding && { place: { path: position.location }, ...finding };
}

/** The finding on the rule that excludes a file. */
export function placeNotice({ root: around, broken }: Placement, position: Position): Notice {
  const rule = all.find(({ code }) => code === broken?.rule) ?? root;
  const there = around ? positionIn(around, position) : position;
  return { path: position.location, line: 1, ...rule.notice(broken?.values ?? {}, around, there) };
}
