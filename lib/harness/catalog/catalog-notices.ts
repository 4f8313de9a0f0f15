import { formatCount } from "#lib/format-count.ts";
import type { BudgetUse, Catalog, CatalogRow } from "#lib/harness/vocabulary/catalog.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";

/** A budget and how it is computed: `8,000 characters (1 % of 200,000 tokens, four characters each)`. */
function budgetText({ unit, share, window, limit }: BudgetUse): string {
  if (share === 0) return `${formatCount(limit)} ${unit}, whatever the window`;
  const each = unit === "characters" ? ", four characters each" : "";
  return `${formatCount(limit)} ${unit} (${percent(share)} of a window of ${formatCount(window)} tokens${each})`;
}

/** What the rows would take, compared with what they may take. */
export function demandText(use: BudgetUse): string {
  return `all rows whole take ${formatCount(use.needed)} ${use.unit}, and there are ${budgetText(use)}`;
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
