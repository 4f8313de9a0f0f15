import { type FoundRoot, findRoots, isOpenTo, rootAwaiting } from "#lib/harness/discovery/roots.ts";
import type { Placement } from "#lib/harness/rules/types/inquiry.ts";
import type { RuleFinding } from "#lib/harness/vocabulary/finding.ts";
import type { Place } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Files } from "#lib/vfs/files.ts";
import { isInside } from "#lib/vfs/paths.ts";
import { depth } from "./depth.ts";
import { fileName } from "./file-name.ts";
import { link } from "./link.ts";
import type { PlaceRule, Position } from "./place-rule.ts";
import { plugin } from "./plugin.ts";
import { root } from "./root.ts";
import { skippedFolder } from "./skipped-folder.ts";
import { touched } from "./touched.ts";

/** In the order of testing. */
export const placeRules = [
  root,
  plugin,
  link,
  skippedFolder,
  depth,
  fileName,
  touched,
] as const satisfies readonly PlaceRule[];

/** What the paths alone decide: whether a harness comes across the file. */
export function placementOf(profile: Profile, files: Files, place: Place, location: string): Placement {
  const searched = findRoots(profile, files, place);
  const next = rootAwaiting(profile, place, location);
  const isSearched = searched.some(({ path }) => path === next?.path);
  const roots = next && !isSearched ? [...searched, next] : searched;
  const position = { profile, files, place, location, roots };
  const around = roots.filter((each) => {
    return each.path !== location && isInside(each.path, location) && isOpenTo(each, location);
  });
  const placements = around.map((each) => placementIn(each, position));
  const found = placements.find(({ findings }) => [...findings.values()].every(({ outcome }) => outcome === "passed"));
  const nearest = placements.sort((a, b) => (b.root?.path.length ?? 0) - (a.root?.path.length ?? 0))[0];
  return found ?? nearest ?? { findings: findingsOf(position, (rule) => rule.outside?.(position)) };
}

function placementIn(around: FoundRoot, position: Position): Placement {
  const { scan } = around.root;
  const there = scan ? { ...position, profile: { ...position.profile, scan } } : position;
  return { root: around, findings: findingsOf(there, (rule) => rule.test(around, there)) };
}

function findingsOf({ location }: Position, find: (rule: PlaceRule) => RuleFinding | undefined): Placement["findings"] {
  const findings = new Map<string, RuleFinding>();
  for (const rule of placeRules) {
    const finding = find(rule);
    if (finding) findings.set(rule.code, { place: { path: location }, ...finding });
  }
  return findings;
}
