import { moveIntoRoot, renameFile } from "#lib/harness/quick-fixes/move-fixes.ts";
import type { PlaceRule } from "#lib/harness/rules/place/place-rule.ts";
import { placeFinding, placeRules } from "#lib/harness/rules/place/place-rules.ts";
import type { Rule } from "#lib/harness/rules/types/rule.ts";

const mends = { move: moveIntoRoot, rename: renameFile } as const satisfies Record<string, Rule["fixes"]>;

export type PlaceCode = (typeof placeRules)[number]["code"];

/** The place rules as an explanation tests them: they report what discovery has recorded. */
export const placeAsRules: readonly (Rule & { readonly code: PlaceCode })[] = (
  placeRules as readonly (PlaceRule & { readonly code: PlaceCode })[]
).map((rule) => ({
  code: rule.code,
  title: rule.title,
  wrong: rule.wrong,
  verdict: rule.verdict ?? "outside",
  find: ({ placement, position }) => placeFinding(rule, placement, position),
  ...(rule.mendedBy && { fixes: mends[rule.mendedBy] }),
  ...(rule.wordings && { wordings: rule.wordings }),
}));
