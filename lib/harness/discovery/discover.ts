import { finish } from "#lib/async/steps.ts";
import { comparePaths, sortSkills } from "#lib/harness/roots/roots.ts";
import type { Position } from "#lib/harness/rules/place/place-rule.ts";
import { placementOf, placeNotice } from "#lib/harness/rules/place/place-rules.ts";
import { positionOf, searchOf } from "#lib/harness/rules/place/position.ts";
import type { FoundRoot, Placement } from "#lib/harness/vocabulary/discovery.ts";
import type { Place } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { type Candidate, type Discovery, ownName, type Skill } from "#lib/harness/vocabulary/skill.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";
import { type Files, findSkillFiles } from "#lib/vfs/files.ts";
import { compareBytes, dirname } from "#lib/vfs/paths.ts";
import { judgeInTurns } from "./judge.ts";
import { withOwnLabels } from "./labels.ts";
import type { ReadSkill, SkillFile } from "./read-skill.ts";
import { readSkills, type ScanSteps } from "./read-skills.ts";
import { filesInRoot } from "./scan-root.ts";

export interface DiscoverOptions {
  /** Every SKILL.md of the tree, in any spelling, if they are known: finding them walks the whole tree. */
  readonly skillFiles?: readonly string[];
}

/** What a harness finds: the skills that it loads, and what happens to every other SKILL.md. Never throws. */
export function discover(profile: Profile, files: Files, place: Place, options: DiscoverOptions = {}): Discovery {
  return finish(discoverInSteps(profile, files, place, options));
}

/** `discover` with a yield after each plugin and each SKILL.md, for a page that must stay responsive with thousands of them. */
export function* discoverInSteps(
  profile: Profile,
  files: Files,
  place: Place,
  options: DiscoverOptions = {},
): ScanSteps<Discovery> {
  const search = yield* searchOf(profile, files, place);
  const { roots } = search;
  const brokenRoot = findBrokenRoot(profile, files, roots);
  const found = yield* findInRoots(profile, files, place, roots);
  const placements = new Map<string, Placement>();
  for (const [location, { placement }] of found) placements.set(location, placement);
  const inRoots = inOrderOfClaim(
    profile,
    Array.from(found.values(), ({ file }) => file),
  );
  const judged = yield* judgeInTurns(profile, yield* readSkills(profile, files, inRoots));
  const labelled = withOwnLabels(
    profile,
    judged.map(({ candidate }) => (brokenRoot ? switchedOff(candidate, brokenRoot) : candidate)),
  );
  const candidates = isUndocumented(profile, "same-name") ? withContested(labelled) : labelled;
  yield;
  const skills = sortSkills(profile, loadedOf(profile, candidates), profile.identity.order);
  yield;
  const others = (options.skillFiles ?? findSkillFiles(files, "/")).filter((path) => !found.has(path));
  const outside: Candidate[] = [];
  const outsideFiles = others.sort(compareBytes).map((location): SkillFile => ({ location, root: "" }));
  for (const read of yield* readSkills(profile, files, outsideFiles)) {
    const { location } = read.file;
    const position = positionOf(search, location);
    const placement = placementOf(position);
    placements.set(location, placement);
    outside.push(outsideCandidate(read, placement, position));
    yield;
  }
  return {
    skills,
    candidates: [...candidates, ...outside],
    placements,
    warnings: withHead(
      profile,
      judged.flatMap((each) => each.warnings),
    ),
    ...(brokenRoot && { brokenRoot: brokenRoot.path }),
  };
}

/** Adds a finding to each of several skills with one name, if it is not documented which of them counts. */
function withContested(candidates: readonly Candidate[]): readonly Candidate[] {
  const named = Map.groupBy(candidates, ({ skill, outcome }) => (outcome.kind === "loaded" ? skill?.name : undefined));
  return candidates.map((candidate) => {
    const { location: path, skill, notices } = candidate;
    const other = skill && named.get(skill.name)?.find(({ location }) => location !== path);
    if (!skill || !other) return candidate;
    const data = { name: skill.name, with: other.location };
    const notice = { code: "contested-name", severity: "warning", path, line: 1, data } as const;
    return { ...candidate, notices: [notice, ...notices] };
  });
}

/** The skills that load, as found; with `replacing` from the last root up, each at the position of the last skill with its name. */
function loadedOf({ identity }: Profile, candidates: readonly Candidate[]): Skill[] {
  const loaded = candidates.flatMap(({ skill, outcome }) => (skill && outcome.kind === "loaded" ? [skill] : []));
  if (identity.order !== "replacing") return loaded;
  const anyCase = identity.collisions.some((rule) => rule.by === "name" && rule.anyCase);
  const keyOf = ({ name }: Skill) => (anyCase ? name.toLowerCase() : name);
  const byName = new Map(loaded.map((skill) => [keyOf(skill), skill]));
  const names = candidates.toReversed().flatMap(({ skill }) => (skill ? [keyOf(skill)] : []));
  return [...new Set(names)].flatMap((name) => byName.get(name) ?? []);
}

/** The files in the order in which they claim their names. */
function inOrderOfClaim({ identity }: Profile, files: readonly SkillFile[]): readonly SkillFile[] {
  if (!identity.collisions.some(({ keeper }) => keeper === "last-path")) return files;
  return files.toSorted((a, b) => comparePaths(dirname(b.location), dirname(a.location)));
}

function withHead({ frontmatter }: Profile, warnings: readonly string[]): readonly string[] {
  if (frontmatter.warningsHead === undefined || warnings.length === 0) return warnings;
  return [fillTemplate(frontmatter.warningsHead, { count: String(warnings.length) }), ...warnings];
}

/** A root that is no folder, if that makes the harness stop its search. */
function findBrokenRoot({ scan }: Profile, files: Files, roots: readonly FoundRoot[]): FoundRoot | undefined {
  return scan.brokenRoot === "skip" ? undefined : roots.find(({ path }) => isBlocked(files, path));
}

/** Whether there is a file at `path`, or in place of a folder above it. Go reports another error for that than for a missing path. */
function isBlocked(files: Files, path: string): boolean {
  for (let each = path; each !== "/"; each = dirname(each)) {
    const stat = files.stat(each);
    if (stat) return stat.kind !== "folder";
  }
  return false;
}

function switchedOff(candidate: Candidate, { path, label }: FoundRoot): Candidate {
  const notice = { code: "broken-root", severity: "error", path, data: { root: label } } as const;
  return { ...candidate, outcome: { kind: "rejected" }, notices: [notice, ...candidate.notices] };
}

interface Found {
  readonly file: SkillFile;
  readonly placement: Placement;
}

/** The files by location; a file counts in the first root in which it is found. */
function* findInRoots(
  profile: Profile,
  files: Files,
  place: Place,
  roots: readonly FoundRoot[],
): Generator<undefined, ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  const paths = new Set(roots.map(({ path }) => path));
  for (const root of roots) {
    const { depth } = root.root.scan ?? profile.scan;
    // A search one level deep does not take a folder for a skill that is a root itself.
    const isRoot = (folder: string) => depth === "one-level" && folder !== root.path && paths.has(folder);
    const placement = { root };
    for (const file of yield* filesInRoot(profile, files, place, root)) {
      if (!found.has(file.location) && !isRoot(dirname(file.location))) found.set(file.location, { file, placement });
    }
    yield;
  }
  return found;
}

function outsideCandidate({ candidate: { skill } }: ReadSkill, placement: Placement, position: Position): Candidate {
  const { location } = position;
  const notice = placeNotice(placement, position);
  return {
    location,
    folder: ownName(location),
    outcome: { kind: "outside", ...(notice.code === "awaits-folder" && { awaits: notice.data.folder }) },
    ...(skill && { skill }),
    notices: [notice],
  };
}
