import { formatCount } from "#lib/format-count.ts";
import type { BudgetUse, Catalog, CatalogRow } from "#lib/harness/vocabulary/catalog.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";

/** What the whole catalog takes of its budget: `The whole catalog takes 9,120 of 8,000 characters (1% of a window of 200,000 tokens, …)`. */
export function demandText({ unit, share, window, limit, needed }: BudgetUse): string {
  const each = unit === "characters" ? ", four characters each" : "";
  const why =
    share === 0 ? ", whatever the window" : ` (${percent(share)} of a window of ${formatCount(window)} tokens${each})`;
  return `The whole catalog takes ${formatCount(needed)} of ${formatCount(limit)} ${unit}${why}`;
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}

/** A finding about skills that the model is not told, or not told whole, with the harness's own message; at most one. */
export function catalogNotices({ rows, leftOut = [], budget, warnings = [] }: Catalog): readonly Notice[] {
  const cutBy = (by: "limit" | "budget") => rows.filter(({ cut }) => cut?.by === by);
  const lost = cutBy("budget");
  const path = lost[0]?.location ?? leftOut[0];
  return [
    ...(budget && path !== undefined
      ? [
          {
            code: "catalog-budget" as const,
            severity: "warning" as const,
            path,
            ...(warnings.length > 0 && { harnessMessage: warnings.join("\n") }),
            data: {
              all: rows.length + leftOut.length,
              cut: lost.filter(isCutShort).length,
              named: lost.filter((row) => !isCutShort(row)).length,
              leftOut: leftOut.length,
              demand: demandText(budget),
            },
          },
        ]
      : []),
    ...cutBy("limit").flatMap(({ location, cut }) =>
      cut
        ? [
            {
              code: "description-cut" as const,
              severity: "info" as const,
              path: location,
              data: { told: cut.told, of: cut.of },
            },
          ]
        : [],
    ),
  ];
}

function isCutShort({ cut }: CatalogRow): boolean {
  return cut !== undefined && cut.told > 0;
}
