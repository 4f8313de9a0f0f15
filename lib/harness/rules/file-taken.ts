import type { Rule } from "#lib/harness/rules/types/rule.ts";
import { failed, passed } from "#lib/harness/vocabulary/finding.ts";
import { hasCollision } from "./taken.ts";

export const fileTaken = {
  code: "file-taken",
  title: "Is not a file already found by another path",
  wrong: "Already found by another path",
  verdict: "shadowed",
  find(inquiry) {
    if (!hasCollision(inquiry, "target")) return undefined;
    const outcome = inquiry.candidate?.outcome;
    if (outcome?.kind !== "shadowed" || outcome.rule !== "target") return passed("No other path led to it before.");
    const tested = `The same file was found before, as ${outcome.by}.`;
    return failed(tested, "Nothing is lost: the skill counts once.", { place: { path: outcome.by } });
  },
  wordings: {
    "shadowed-by-target": ({ by }) => ({
      title: "The same file was already found by another path",
      fix: `Nothing is lost: the skill counts once, as ${by}.`,
    }),
  },
} as const satisfies Rule;
