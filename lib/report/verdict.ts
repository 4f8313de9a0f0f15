import { formatCount, plural } from "#lib/format-count.ts";
import { noSkills, type ToldCounts, toldCounts, type Way, ways } from "./compare/headline.ts";
import type { Report, ReportedHarness } from "./shape.ts";
import { levelTotals, nothingFound } from "./words.ts";

/** Most harnesses that are named one by one. */
const mostNamed = 3;

interface Judged {
  readonly harnesses: readonly ReportedHarness[];
  readonly way?: Way | undefined;
  readonly trust?: Report["trust"];
}

/**
 * A report in two sentences, for a person who reads no further: how many harnesses tell their model of the skills, and what to read before
 * installing them. The second is missing until every file has been looked at.
 */
export function reportVerdict({ way, harnesses, trust }: Judged): string[] {
  return [toldSentence(harnesses, way ?? "as-installed"), ...(trust ? [trustSentence(trust)] : [])];
}

function toldSentence(all: readonly ReportedHarness[], way: Way): string {
  // If nobody has documented what a harness tells the model, that does not mean "none".
  const harnesses = all.filter(({ counts }) => !counts.undocumented);
  const unknown = all.length - harnesses.length;
  if (unknown > 0 && harnesses.length === 0) return "What models are told of these skills is not documented.";
  const told = toldBy(harnesses, way);
  if (unknown === 0 || told === `${noSkills}.`) return told;
  return `${told.slice(0, -1)}; for ${unknown} it is not documented.`;
}

function toldBy(harnesses: readonly ReportedHarness[], way: Way): string {
  const counted = harnesses.map(({ label, counts }) => ({ label, ...toldCounts(counts) }));
  // Some harnesses also take other files for skills, such as commands.
  const total = Math.min(...counted.map((each) => each.total).filter((each) => each > 0));
  if (total === Number.POSITIVE_INFINITY) return `${noSkills}.`;
  const begin = `${ways[way].label},`;
  const skills = total === 1 ? "the one skill here" : total === 2 ? "both skills" : `all ${formatCount(total)} skills`;
  const whole = counted.filter((each) => each.total > 0 && each.told === each.total);
  const fewer = counted.filter((each) => !whole.includes(each)).toSorted((a, b) => b.told - a.told);
  if (fewer.length === 0) {
    const all = counted.length === 1 ? `${counted[0]?.label} tells its` : `all ${counted.length} harnesses tell their`;
    return `${begin} ${all} model of ${skills}.`;
  }
  if (fewer.every(({ told }) => told === 0) && whole.length === 0)
    return `${begin} no harness tells its model of ${total === 1 ? skills : `any of the ${formatCount(total)} skills`}.`;
  const lead =
    whole.length === 0
      ? `no harness tells its model of ${skills}`
      : `${whole.length} of ${counted.length} harnesses ${whole.length === 1 ? "tells its" : "tell their"} model of ${skills}`;
  return `${begin} ${lead}; ${othersOf(fewer, total)}.`;
}

/** The harnesses that tell of fewer skills: those that tell of some by name, and those that tell of none by number if there are many. */
function othersOf(fewer: readonly ({ readonly label: string } & ToldCounts)[], usual: number): string {
  const some = fewer
    .filter(({ told }) => told > 0)
    .map(
      ({ label, told, total }) => `${label} of ${formatCount(told)}${total > usual ? ` of ${formatCount(total)}` : ""}`,
    );
  const none = fewer.filter(({ told }) => told === 0).map(({ label }) => label);
  const list = (labels: readonly string[]) => new Intl.ListFormat("en").format(labels);
  const parts = [
    ...(some.length > 0 ? [list(some.slice(0, mostNamed))] : []),
    ...(some.length > mostNamed ? [`${some.length - mostNamed} more of some`] : []),
    ...(none.length > 0 ? [`${none.length > 1 && fewer.length > mostNamed ? none.length : list(none)} of none`] : []),
  ];
  return parts.join("; ");
}

function trustSentence(trust: Report["trust"]): string {
  const { alarm, look } = levelTotals({ trust });
  if (alarm + look === 0) return nothingFound;
  const places = plural(look, "place");
  if (alarm === 0)
    return `Nothing alarming was found, but ${places} ${look === 1 ? "is" : "are"} worth reading before you install.`;
  const [first] = trust.rules.filter(({ counts }) => counts.alarm > 0);
  const more = look === 0 ? "" : `, and look at ${places} more`;
  return `Read ${plural(alarm, "alarm")} before you install anything, first “${first?.title ?? ""}”${more}.`;
}
