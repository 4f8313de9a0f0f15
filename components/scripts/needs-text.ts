import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import type { ScriptNeeds } from "#lib/skills/scripts/script-needs.ts";

/** Whether a package is fetched when a run asks for it. */
export type Offers = (name: string) => boolean;
/**
 * What a person should know of a script before it runs: one short sentence each on packages, programs and the network; empty where a run
 * has everything it needs.
 */
export function needsText(needs: readonly ScriptNeeds[], offers: Offers = () => false): string {
  const packages = needs.flatMap((each) => each.packages).filter((each) => !offers(each.package));
  const surely = new Set(packages.filter(({ isSure }) => isSure).map((each) => each.package));
  const maybe = new Set(packages.map((each) => each.package).filter((name) => !surely.has(name)));
  const programs = new Set(needs.flatMap((each) => each.programs.map(({ name }) => name)));
  const network = new Set(needs.flatMap((each) => each.network.map(({ name }) => name)));
  const lacked = new Set(needs.flatMap((each) => each.lacked.map(({ name }) => name)));
  const sentences = [
    surely.size > 0 && `Needs ${listed(surely)}, which ${are(surely)} not here.`,
    maybe.size > 0 && `May need ${listed(maybe)}, which ${are(maybe)} not here.`,
    programs.size > 0 && `Calls ${listed(programs)}, which cannot run in a browser.`,
    lacked.size > 0 && `Uses ${listed(lacked)}, which ${are(lacked)} not here.`,
    network.size > 0 && `Uses the network through ${listed(network)}; scripts here have none.`,
  ];
  return sentences.filter((each) => each !== false).join(" ");
}

/** Most names listed. */
const mostNamed = 4;

function listed(names: ReadonlySet<string>): string {
  const shown = [...names].slice(0, mostNamed).map((name) => visibleName(name));
  const more = names.size - shown.length;
  const last = more > 0 ? `${more} more` : shown.length > 1 ? shown.pop() : undefined;
  return last === undefined ? shown.join(", ") : `${shown.join(", ")} and ${last}`;
}

function are(names: ReadonlySet<string>): string {
  return names.size === 1 ? "is" : "are";
}
