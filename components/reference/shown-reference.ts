import type {
  Reference,
  ReferenceFeature,
  ReferenceGroup,
  ReferenceHarness,
} from "#lib/harness/reference/reference.ts";

/** What of the table somebody wants to see, as it stands in the address. */
export interface ReferenceChoice {
  /** Ids of harnesses; all where it is empty. */
  readonly harnesses: readonly string[];
  readonly text: string;
  /** Only what they differ in. */
  readonly onlyDiffering: boolean;
}

/** The choice of an address's query; what no harness is called is left out. */
export function choiceFrom(query: URLSearchParams, reference: Reference): ReferenceChoice {
  const asked = (query.get("harness") ?? "").split(",");
  return {
    harnesses: reference.harnesses.flatMap(({ id }) => (asked.includes(id) ? [id] : [])),
    text: query.get("find") ?? "",
    onlyDiffering: query.has("differing"),
  };
}

/** The query of an address for a choice, with its question mark; empty for the whole table. */
export function queryOf({ harnesses, text, onlyDiffering }: ReferenceChoice): string {
  const query = [
    ...(harnesses.length > 0 ? [`harness=${harnesses.join(",")}`] : []),
    ...(text ? [`find=${encodeURIComponent(text)}`] : []),
    ...(onlyDiffering ? ["differing"] : []),
  ];
  return query.length > 0 ? `?${query.join("&")}` : "";
}

/** The part of the table that is chosen: groups without a feature left are gone. */
export function shownReference(
  { harnesses, groups }: Reference,
  choice: ReferenceChoice,
): { readonly harnesses: readonly ReferenceHarness[]; readonly groups: readonly ReferenceGroup[] } {
  const columns = harnesses.filter(({ id }) => choice.harnesses.length === 0 || choice.harnesses.includes(id));
  const wanted = choice.text.trim().toLowerCase();
  const isShown = (group: ReferenceGroup, feature: ReferenceFeature) =>
    `${group.title} ${feature.title}`.toLowerCase().includes(wanted) &&
    (!choice.onlyDiffering || new Set(columns.map(({ id }) => feature.answers[id]?.text)).size > 1);
  return {
    harnesses: columns,
    groups: groups.flatMap((group) => {
      const features = group.features.filter((feature) => isShown(group, feature));
      return features.length > 0 ? [{ ...group, features }] : [];
    }),
  };
}
