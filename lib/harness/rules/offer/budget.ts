import { formatCount } from "#lib/format-count.ts";
import { demandText } from "#lib/harness/catalog/catalog-notices.ts";
import type { Inquiry } from "#lib/harness/rules/types/inquiry.ts";
import type { QuickFix } from "#lib/harness/rules/types/quick-fix.ts";
import type { Rule } from "#lib/harness/rules/types/rule.ts";
import type { SummaryCut } from "#lib/harness/vocabulary/catalog.ts";
import { failed, passed, type RuleFinding, settled } from "#lib/harness/vocabulary/finding.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { setStateFixes } from "./state.ts";

/** How much of the description the catalog tells, in a harness that may cut it. */
export const budget = {
  code: "budget",
  title: "The model sees its whole description",
  wrong: "The model sees only part of its description",
  verdict: "left-out",
  find: (inquiry) => (mayCut(inquiry.profile) ? budgetFinding(inquiry) : undefined),
  fixes: tellWhole,
  wordings: {
    "catalog-budget": ({ all, cut, named, leftOut, demand }) => {
      const share = (part: number) => (part === all ? "all" : formatCount(part));
      const parts = [
        cut > 0 && `${formatCount(cut)} descriptions are cut`,
        named > 0 && `${share(named)} are listed by name only`,
        leftOut > 0 && `${formatCount(leftOut)} are left out`,
      ];
      return {
        title: `Of ${formatCount(all)} skills in the catalog, ${parts.filter(Boolean).join(", ")}`,
        fix: `${demand}. Turn off unused skills, or choose a larger window in Settings.`,
      };
    },
    "description-cut": ({ told, of }) => ({
      title: `The catalog tells ${formatCount(told)} of the description's ${formatCount(of)} characters`,
      fix: `Say what it is for in the first ${formatCount(told)} characters.`,
    }),
  },
} as const satisfies Rule;

function mayCut({ catalog, states }: Profile): boolean {
  const hasNames = states.kind === "levels" && states.words.named !== undefined;
  return catalog.budget !== undefined || catalog.summary !== undefined || hasNames;
}

const roomier = "Turn off unused skills, shorten descriptions, or choose a larger window in Settings.";

function budgetFinding({ profile, catalog, location, candidate }: Inquiry): RuleFinding {
  if (candidate?.outcome.kind !== "loaded") return settled;
  const { summary } = profile.catalog;
  const demand = catalog.budget ? demandText(catalog.budget) : "";
  if (catalog.leftOut?.includes(location)) {
    return failed(`${demand}: the entries before it leave no room for its name.`, roomier);
  }
  const row = catalog.rows.find((each) => each.location === location);
  if (!row) return settled;
  if (row.cut) return { outcome: "warned", ...cutText(row.cut, demand) };
  const limit = summary ? ` A description may have ${formatCount(summary.limit)}.` : "";
  return passed(`${demand ? `${demand}.` : "The model sees its whole description."}${limit}`);
}

function cutText({ by, told, of }: SummaryCut, demand: string): Pick<RuleFinding, "tested" | "fix"> {
  switch (by) {
    case "state":
      return { tested: "Its state hides the description: it is listed by name only.", fix: "Set it to on." };
    case "limit": {
      const tested = `Its description has ${formatCount(of)} characters, of which ${formatCount(told)} are told.`;
      return { tested, fix: `Say what it is for in the first ${formatCount(told)} characters.` };
    }
    case "budget": {
      const part =
        told === 0 ? "it is listed by name only" : `${formatCount(told)} of its ${formatCount(of)} characters are told`;
      return { tested: `${demand}: ${part}.`, fix: roomier };
    }
  }
}

/** Replaces a state that leaves out the description by one that does not. */
function tellWhole(inquiry: Inquiry): readonly QuickFix[] {
  const row = inquiry.catalog.rows.find(({ location }) => location === inquiry.location);
  return row?.cut?.by === "state" ? setStateFixes(inquiry, "active") : [];
}
