import { capitalized, formatCount, plural } from "#lib/format-count.ts";
import { marks, type ToldOf, type VerdictKind, verdictKinds } from "./marks.ts";

/**
 * Where a repository stands when its skills are counted. Both counts are true, so every number is shown with its way. `as-it-lies`: the
 * repository is the project. `as-installed`: each of its skills or plugins is put where the harness takes installs.
 */
export type Way = "as-it-lies" | "as-installed";

interface WayWords {
  readonly label: string;
  readonly title: string;
}

export const ways: Readonly<Record<Way, WayWords>> = {
  "as-it-lies": {
    label: "As it lies",
    title: "The repository is the project",
  },
  "as-installed": {
    label: "As installed",
    title: "Each skill or plugin is put where the harness takes installs",
  },
};

/** Words beside numbers that stand without a sentence. */
export function countedWords(way: Way): string {
  const { label, title } = ways[way];
  return `Counted ${label.toLowerCase()}: ${title.charAt(0).toLowerCase()}${title.slice(1)}.`;
}

export function isWay(text: string): text is Way {
  return Object.hasOwn(ways, text);
}

/** Number of skills by verdict. An absent verdict counts none. */
export type MarkCounts = Readonly<Partial<Record<VerdictKind, number>>>;

export function countMarks(skills: Iterable<{ readonly kind: VerdictKind }>): MarkCounts {
  const counts: Partial<Record<VerdictKind, number>> = {};
  for (const { kind } of skills) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** How many skills the model of a harness is told of, and how. */
export interface ToldCounts {
  readonly total: number;
  /** Number of skills that the model is told of, even if only by name: `whole`, `cut` and `name` together. */
  readonly told: number;
  readonly whole: number;
  readonly cut: number;
  readonly name: number;
  /** Number of skills that the model is told of once a file that they are for is touched. */
  readonly later: number;
  /** `told`, and skills that a person can call although the model is not told of them. Skills that are off do not count. */
  readonly loaded: number;
}

/** Skills that are loaded and on but that the model is not told of. */
const callable: readonly VerdictKind[] = ["left-out", "waiting", "hidden"];

/** Sums up counts by mark. Skills with a mark of a later version only count in the total. */
export function toldCounts(counts: Readonly<Record<string, number | undefined>>): ToldCounts {
  const having = (wanted: ToldOf) => sum(verdictKinds.filter((kind) => marks[kind].told === wanted));
  const sum = (kinds: readonly string[]) => kinds.reduce((total, kind) => total + (counts[kind] ?? 0), 0);
  const [whole, cut, name] = [having("whole"), having("cut"), having("name")];
  const told = whole + cut + name;
  return {
    total: sum(Object.keys(counts)),
    told,
    whole,
    cut,
    name,
    later: having("later"),
    loaded: told + sum(callable),
  };
}

/** Said wherever a repository or a workspace has no skill, without the full stop. */
export const noSkills = "There are no skills here";

/** What a harness makes of the skills of a repository, in one sentence: the only wording, for every page, picture, file and command. */
export function headline(harness: string, counts: Readonly<Record<string, number | undefined>>): string {
  return toldCounts(counts).total === 0 ? `${noSkills}.` : `${harness} ${predicate(counts)}.`;
}

/** The headline without the harness's name, to be shown next to that name. */
export function headlineBeside(counts: Readonly<Record<string, number | undefined>>): string {
  const sentence = headline("", counts).trim();
  return capitalized(sentence);
}

/** The sentence in two words, for narrow places. */
export function headlineShort(counts: Readonly<Record<string, number | undefined>>): string {
  const { told } = toldCounts(counts);
  const { undocumented = 0 } = counts;
  return told === 0 && undocumented > 0 ? `${formatCount(undocumented)} found` : `${formatCount(told)} told`;
}

function predicate(counts: Readonly<Record<string, number | undefined>>): string {
  const { total, told, loaded, later, ...how } = toldCounts(counts);
  if (counts.ended) return "does not start with these settings, so its model is told of no skill";
  if (told === 0) return withoutTold(counts, { total, loaded, later });
  const skills = told === total ? all(total) : `${formatCount(told)} of ${plural(total, "skill")}`;
  const rest = total - told;
  const untold = rest === 0 ? "" : `; ${formatCount(rest)} ${rest === 1 ? "is" : "are"} not told`;
  return `tells its model of ${skills}${manner(how, told)}${untold}`;
}

function all(total: number): string {
  if (total === 1) return "the one skill here";
  return total === 2 ? "both skills" : `all ${formatCount(total)} skills`;
}

/** How the model is told, if it does not get every description in full. */
function manner({ cut, name }: Pick<ToldCounts, "cut" | "name">, told: number): string {
  if (name === told) return ", by name only";
  if (cut === told) return ", each cut short";
  return `${cut > 0 ? `, ${formatCount(cut)} cut short` : ""}${name > 0 ? `, ${formatCount(name)} by name only` : ""}`;
}

function withoutTold(
  { off = 0, outside = 0, undocumented = 0 }: Readonly<Record<string, number | undefined>>,
  { total, loaded, later }: Pick<ToldCounts, "total" | "loaded" | "later">,
): string {
  const it = total === 1;
  if (undocumented > 0) {
    const found = undocumented === total ? all(total) : `${formatCount(undocumented)} of ${formatCount(total)} skills`;
    return `finds ${found}; what it tells its model is not documented`;
  }
  if (loaded > 0) {
    const skills = loaded === total ? all(total) : `${formatCount(loaded)} of ${formatCount(total)} skills`;
    const until = later === loaded ? " before a matching file is touched" : "";
    return `loads ${skills} and tells its model of ${it ? "nothing" : "none"}${until}`;
  }
  if (off === total) return `has ${all(total)} switched off`;
  if (outside === total)
    return `does not find ${it ? "the one skill here: it lies" : `any of the ${formatCount(total)} skills: they lie`} where it does not look`;
  return it ? "does not load the one skill here" : `loads none of the ${formatCount(total)} skills`;
}
