import { defaultProfile, profiles } from "#lib/harness/profiles.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { type Files, isSkillPath } from "#lib/vfs/files.ts";
import { foldersAbove, joinPath } from "#lib/vfs/paths.ts";

/** The harness that a source is opened under, and why. */
export interface OpeningHarness {
  readonly profile: Profile;
  readonly why: /** The source itself names the harness. */
    | { readonly kind: "made" }
    /** The source holds a folder or manifest of this harness, as the harness writes it. */
    | { readonly kind: "holds"; readonly place: string }
    /** The person has said that they use this harness. */
    | { readonly kind: "usual" }
    /** Nobody named a harness: the open standard. */
    | { readonly kind: "standard" };
  /** Ids of the harnesses whose folders or manifests the source holds, the one with most of its skills first. */
  readonly held: readonly string[];
}

interface HeldTree {
  readonly volume: Pick<Files, "stat">;
  readonly skillFiles: readonly string[];
}

/** Ids of harnesses; an id without a profile is ignored. */
export interface OpeningWishes {
  /** The harness that the source was made for. */
  readonly madeFor?: string | undefined;
  /** The harness that the person said they use. */
  readonly usual?: string | undefined;
}

/**
 * The harness to open a source under when nobody chose one. In this order: the one that the source was made for; the one whose own folders
 * or manifests it holds (if there are several, the person's, else the one with most of its skills); the person's; the open standard. Yields
 * often: every folder is looked into.
 */
export function* openingHarness(
  tree: HeldTree,
  { madeFor, usual }: OpeningWishes = {},
): Generator<undefined, OpeningHarness> {
  const made = profiles.find(({ id }) => id === madeFor);
  const known = profiles.find(({ id }) => id === usual);
  const all = (yield* heldHarnesses(tree)).sort((a, b) => b.count - a.count);
  const held = all.map(({ profile }) => profile.id);
  if (made) return { profile: made, why: { kind: "made" }, held };
  const chosen = all.find(({ profile }) => profile === known) ?? all[0];
  if (chosen) return { profile: chosen.profile, why: { kind: "holds", place: chosen.place }, held };
  if (known) return { profile: known, why: { kind: "usual" }, held };
  return { profile: defaultProfile, why: { kind: "standard" }, held };
}

interface Held {
  readonly profile: Profile;
  /** Number of skills below the harness's places, counted once for each place; of places where the source holds no skill. */
  readonly count: number;
  /** The place with most of them. */
  readonly place: string;
}

function* heldHarnesses(tree: HeldTree): Generator<undefined, Held[]> {
  const skills = tree.skillFiles.filter(isSkillPath);
  yield;
  const around = countAround(skills);
  yield;
  const held: Held[] = [];
  for (const profile of profiles) {
    // A source of commands holds no SKILL.md, so the places that it has say whose it is.
    const countOf = (place: string, count: number) =>
      skills.length > 0 ? count : Number(tree.volume.stat(`/${place}`) !== undefined);
    const places = ownRoots(profile).map((place) => ({ place, count: countOf(place, around.get(`/${place}`) ?? 0) }));
    for (const place of ownManifests(profile)) {
      places.push({ place, count: countOf(place, yield* countUnder(tree.volume, around, place)) });
    }
    const [first] = places.sort((a, b) => b.count - a.count);
    const count = places.reduce((sum, each) => sum + each.count, 0);
    if (first && count > 0) held.push({ profile, count, place: first.place });
  }
  return held;
}

/** How many skills lie below each folder. */
function countAround(skills: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const path of skills) {
    for (const folder of foldersAbove(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

/** How many skills lie below folders that have one of the manifests. */
function* countUnder(
  files: HeldTree["volume"],
  around: ReadonlyMap<string, number>,
  manifest: string,
): Generator<undefined, number> {
  let count = 0;
  for (const [folder, skills] of around) {
    if (files.stat(joinPath(folder, manifest))?.kind === "file") count += skills;
    yield;
  }
  return count;
}

/**
 * Project folders that belong to this harness: no other profile names them, or they are named like its plugin folder, or of those that the
 * open standard does not name it searches them first (`.github/skills` is that of two harnesses).
 */
function ownRoots(profile: Profile): readonly string[] {
  const roots = projectRoots(profile);
  const others = profiles.filter((other) => other !== profile).flatMap(projectRoots);
  const first = roots.find((path) => !projectRoots(defaultProfile).includes(path));
  return roots.filter((path) => path === first || !others.includes(path) || isNamedAs(profile, path));
}

/** Manifests named like the folder in which this harness keeps its plugins. */
function ownManifests(profile: Profile): readonly string[] {
  const { marketplaces = [], manifests = [] } = profile.plugins ?? {};
  return [...marketplaces, ...manifests].filter((path) => isNamedAs(profile, path));
}

/** The harness's roots from the top of a project, without those that are the whole project or hold plugins. */
function projectRoots({ roots }: Profile): readonly string[] {
  return roots
    .filter(({ scope }) => scope === "project")
    .map(({ path, installAt }) => installAt ?? path)
    .filter((path) => path !== "." && !path.startsWith("/") && !path.includes("*"));
}

/** Whether a path is named like the harness's plugin folder: `.claude/skills` and `.claude-plugin/plugin.json` like `.claude/plugins`. */
function isNamedAs({ plugins }: Profile, path: string): boolean {
  return plugins !== undefined && stem(plugins.home.path) === stem(path);
}

function stem(path: string): string {
  return (path.split("/")[0] ?? "").replace(/-plugin$/, "");
}
