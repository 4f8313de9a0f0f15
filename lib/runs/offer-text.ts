import { formatBytes } from "#lib/format-count.ts";
import type { PackageOffer } from "#lib/run/packages/packages.ts";

/**
 * The available packages in a sentence: `Needs pyyaml, 0.2 MB from files.example.` `undefined` where there are none.
 */
export function offerText({ host, packages }: PackageOffer): string | undefined {
  if (packages.length === 0) return undefined;
  const names = new Intl.ListFormat("en").format(packages.map(({ name }) => name));
  const toFetch = packages.filter(({ isKept }) => !isKept);
  if (toFetch.length === 0) return `Needs ${names}, which this browser keeps.`;
  const known = toFetch.every(({ bytes }) => bytes !== undefined);
  const size = known ? `${formatBytes(toFetch.reduce((sum, { bytes = 0 }) => sum + bytes, 0))} from` : "from";
  return `Needs ${names}, ${size} ${host}.`;
}

/** What a person is told before a run: the available packages, and what stands in the way. Empty where there is neither. */
export function offerBefore(offer: PackageOffer): string {
  return [offerText(offer), ...offer.troubles].filter(Boolean).join(" ");
}

/** The problems with packages, a sentence each, and how a script declares what it needs. */
export function offerNotes({ host, packages, missing, troubles }: PackageOffer): readonly string[] {
  const notes = [...troubles];
  if (missing.length > 0 && troubles.length === 0) notes.push(`Not available from ${host}: ${missing.join(", ")}.`);
  const asked = packages.filter((each) => !packages.some(({ depends }) => depends.includes(each.name)));
  const names = [...new Set(asked.map(({ name }) => name))];
  if (names.length > 0) {
    const list = names.map((name) => JSON.stringify(name)).join(", ");
    notes.push(
      `A script says that it needs ${names.length > 1 ? "them" : "it"} in its header, after # /// script: # dependencies = [${list}]`,
    );
  }
  return notes;
}
