import type {
  Reference,
  ReferenceFeature,
  ReferenceGroup,
  ReferenceHarness,
} from "#lib/harness/reference/reference.ts";

/** The filters of the table, as stored in the address. */
export interface ReferenceChoice {
  /** Harness ids; empty means all. */
  readonly harnesses: readonly string[];
  readonly text: string;
  /** Whether only features are shown in which the harnesses differ. */
  readonly onlyDiffering: boolean;
}

/** Reads the filters from a query; unknown harness ids are dropped. */
export function choiceFrom(query: URLSearchParams, reference: Reference): ReferenceChoice {
  const asked = (query.get("harness") ?? "").split(",");
  return {
    harnesses: reference.harnesses.flatMap(({ id }) => (asked.includes(id) ? [id] : [])),
    text: query.get("find") ?? "",
    onlyDiffering: query.has("differing"),
  };
}

/** The query string for the filters, with its question mark; empty for the whole table. */
export function queryOf({ harnesses, text, onlyDiffering }: ReferenceChoice): string {
  const query = [
    ...(harnesses.length > 0 ? [`harness=${harnesses.join(",")}`] : []),
    ...(text ? [`find=${encodeURIComponent(text)}`] : []),
    ...(onlyDiffering ? ["differing"] : []),
  ];
  return query.length > 0 ? `?${query.join("&")}` : "";
}

/** Applies the filters to the table; groups without a remaining feature are dropped. */
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
