import { formatCount } from "#lib/format-count.ts";
import { nameOf } from "#lib/harness/invocation/elsewhere.ts";
import { noticeText } from "#lib/harness/notice-text.ts";
import type { Candidate } from "#lib/harness/vocabulary/skill.ts";
import { standingIn } from "#lib/harness/vocabulary/verdict.ts";
import { marks, type VerdictKind } from "#lib/report/compare/marks.ts";
import { verdictKind } from "#lib/report/compare/verdict.ts";
import type { HarnessView } from "#lib/stage/derive-view.ts";
import { candidatesNow, type PendingChange, pendingChanges } from "#lib/stage/pending.ts";
import type { SkillFolder } from "#lib/stage/skill-folders.ts";
import { dirname } from "#lib/vfs/paths.ts";
import { groupSkills, isListed, type LoadedSkill, matches } from "./skill-groups.ts";

/** One skill as the list shows it. */
export interface ListedSkill {
  readonly location: string;
  readonly name: string;
  /** The description; for a broken or shadowed skill, why it is not loaded. */
  readonly text: string;
  /** The skill's state, in a word. */
  readonly word: StateWord;
  readonly candidate: Candidate;
  /** Absent if the running harness has not loaded the skill. */
  readonly loaded?: LoadedSkill;
  readonly pending?: PendingChange;
  /** The plugin or folder whose first skill this is. */
  readonly heading?: string;
  /** The start of the name that the heading above already says, as `pdf-tools:`. */
  readonly said?: string;
}

/** A skill's state in the words of every view; `pending`: a reload will tell. */
export type StateWord = (typeof marks)[VerdictKind]["word"] | "pending";

/** The sections of the list: first the person's own skills, loaded or not, then the bundled ones. */
export interface SkillSections {
  readonly loaded: readonly ListedSkill[];
  readonly off: readonly ListedSkill[];
  readonly lost: readonly ListedSkill[];
  readonly bundled: readonly ListedSkill[];
}

export interface SectionsInput {
  readonly view: HarnessView;
  readonly filter?: string;
  readonly folders: ReadonlyMap<string, SkillFolder>;
  readonly isBundled: (location: string) => boolean;
}

/** Sorts every SKILL.md into its section, by plugin or folder; within a folder, skills in the catalog come first. */
export function skillSections({ view, filter = "", folders, isBundled }: SectionsInput): SkillSections {
  const pending = pendingChanges(view);
  const standing = standingIn(view, view.catalog);
  const kindOf = (candidate: Candidate) => verdictKind(candidate, standing);
  const groups = groupSkills(view, filter);
  const known = new Set(view.discovery.skills.map(({ location }) => location));
  const wanted = filter.trim().toLowerCase();
  const lost = candidatesNow(view)
    .filter(({ location }) => !known.has(location))
    .filter(({ folder, location, skill }) =>
      matches(wanted, folder, location, skill?.name ?? "", skill?.description ?? ""),
    )
    .sort((a, b) => lostRank(a) - lostRank(b))
    .map((candidate) => lostSkill(candidate, kindOf(candidate), pending.get(candidate.location)));
  const asListed = (skills: readonly LoadedSkill[]) =>
    skills.map((skill) => loadedSkill(skill, kindOf(skill.candidate), pending.get(skill.skill.location)));
  const rows = { loaded: asListed(groups.loaded), off: asListed(groups.off), lost };
  const own = (skills: readonly ListedSkill[]) =>
    inFolders(
      skills.filter((each) => !isBundled(each.location)),
      folders,
    );
  return {
    loaded: own(rows.loaded),
    off: own(rows.off),
    lost: own(rows.lost),
    bundled: Object.values(rows).flatMap((skills) => skills.filter(({ location }) => isBundled(location))),
  };
}

function loadedSkill(loaded: LoadedSkill, kind: VerdictKind, pending: PendingChange | undefined): ListedSkill {
  const { skill, candidate } = loaded;
  return {
    location: skill.location,
    name: skill.name,
    text: skill.description,
    word: pending ? "pending" : marks[kind].word,
    candidate,
    loaded,
    ...(pending && { pending }),
  };
}

function lostSkill(candidate: Candidate, kind: VerdictKind, pending: PendingChange | undefined): ListedSkill {
  const { location, skill } = candidate;
  return {
    location,
    name: nameOf(candidate),
    text: whyLost(candidate) ?? skill?.description ?? "",
    word: pending ? "pending" : marks[kind].word,
    candidate,
    ...(pending && { pending }),
  };
}

/** Why a skill is not loaded, if the reason is not just its place. */
function whyLost({ outcome, notices }: Candidate): string | undefined {
  if (outcome.kind === "shadowed") return `${dirname(outcome.by)} comes first`;
  if (outcome.kind === "outside" && outcome.awaits !== undefined)
    return `Loaded once a file in ${outcome.awaits} is touched`;
  if (outcome.kind !== "rejected") return undefined;
  const first = notices.find(({ severity }) => severity === "error") ?? notices[0];
  return first && noticeText(first).title;
}

const lostOrder = ["loaded", "rejected", "shadowed", "outside"] as const;

function lostRank({ outcome }: Candidate): number {
  return lostOrder.indexOf(outcome.kind);
}

/**
 * Sorts by folder; each folder's first skill carries its name as heading, and skills in the catalog come before the folder's others. One
 * folder alone has a heading where it is a plugin whose name its skills repeat.
 */
function inFolders(skills: readonly ListedSkill[], folders: ReadonlyMap<string, SkillFolder>): readonly ListedSkill[] {
  const folderOf = ({ location }: ListedSkill) => folders.get(location);
  const rank = (skill: ListedSkill) => folderOf(skill)?.rank ?? 0;
  const untold = ({ loaded }: ListedSkill) => (loaded && !isListed(loaded) ? 1 : 0);
  const sorted = [...skills].sort((a, b) => rank(a) - rank(b) || untold(a) - untold(b));
  const counts = Map.groupBy(sorted, rank);
  const saidOf = (skill: ListedSkill) => repeatedStart(skill.name, folderOf(skill)?.plugin);
  const areSeveral = new Set([...folders.values()].map((folder) => folder.rank)).size > 1;
  const areHeaded = areSeveral || sorted.some((skill) => saidOf(skill) !== undefined);
  return sorted.map((skill, index) => {
    const folder = folderOf(skill);
    if (!folder) return skill;
    const said = saidOf(skill);
    const named = said === undefined ? skill : { ...skill, said };
    const before = sorted[index - 1];
    if ((before && rank(before) === folder.rank) || !areHeaded) return named;
    return { ...named, heading: `${folder.name} · ${formatCount(counts.get(folder.rank)?.length ?? 0)}` };
  });
}

/** `pdf-tools:` of `pdf-tools:merge`, a skill of the plugin `pdf-tools`. */
function repeatedStart(name: string, plugin: string | undefined): string | undefined {
  const start = `${plugin}:`;
  return plugin !== undefined && name.startsWith(start) && name.length > start.length ? start : undefined;
}
